import { Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import { formatDateTime } from '../../format/time.ts';
import { ErrorAlert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RecordList } from '../../ui/record-list.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import { getDeviceName } from './device-name.ts';

const queryKey = ['account', 'sessions'];
const calls = api.client.account.sessions;

/** The sessions of the user's own account. The next request of an ended session is refused. */
export function SessionPanel() {
  const query = useQuery({ queryKey, queryFn: () => unwrap(calls.$get()) });
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: (id: string | undefined) => unwrap(id ? calls[':id'].$delete({ param: { id } }) : calls.$delete({})),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  const endOthers = (
    <Button onClick={() => end.mutate(undefined)} loading={end.isPending && end.variables === undefined}>
      Sign out everywhere else
    </Button>
  );
  return (
    <Loaded query={query} heading="Your signed-in browsers could not be loaded." rows={2}>
      {({ sessions }) => (
        <Panel title="Where you are signed in" extra={sessions.length > 1 && endOthers}>
          <ErrorAlert error={end.error} fallback="The browser could not be signed out." />
          <RecordList items={sessions}>
            {({ id, current, userAgent, lastUsedAt, createdAt }) => {
              const name = getDeviceName(userAgent);
              const lastUsed = formatDateTime(lastUsedAt);
              return (
                <li key={id}>
                  <Stack gap={0} flex={1}>
                    <span>
                      <strong>{name}</strong> {current && <Tag tone="success">This browser</Tag>}
                    </span>
                    <small>
                      Last used {lastUsed} · signed in {formatDateTime(createdAt)}
                    </small>
                  </Stack>
                  {!current && (
                    <Button onClick={() => end.mutate(id)} aria-label={`Sign out ${name}, last used ${lastUsed}`}>
                      Sign out
                    </Button>
                  )}
                </li>
              );
            }}
          </RecordList>
        </Panel>
      )}
    </Loaded>
  );
}

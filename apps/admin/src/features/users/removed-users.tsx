import { Stack } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TrashedUser, User } from '@threadline/schema/wire/user';
import { api, unwrap } from '../../api/client.ts';
import { formatDateTime } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RecordList } from '../../ui/record-list.tsx';
import { Loaded } from '../../ui/states.tsx';
import { roleNames } from './role-select.tsx';

/** The deleted users who can still be restored; empty without any. */
export function RemovedUsers({ me, onRestore }: { me: User; onRestore: (user: TrashedUser) => void }) {
  const query = useQuery({
    queryKey: ['users', 'trash'],
    queryFn: () => unwrap(api.client.auth.users.trash.$get()),
  });
  return (
    <Loaded query={query} heading="The deleted users could not be loaded." rows={1}>
      {({ users }) =>
        users.length > 0 && (
          <Panel
            title="Deleted"
            extra={<small>You can restore an account for 30 days. It keeps its password, but not its enquiries.</small>}
          >
            <RecordList items={users}>
              {(user) => (
                <li key={user._id}>
                  <Stack gap={0}>
                    <strong>{user.name}</strong>
                    <small>{user.email}</small>
                  </Stack>
                  <small>
                    {roleNames[user.role]}, deleted {formatDateTime(user.deletedAt)} by {user.deletedBy}
                  </small>
                  {(user.role !== 'super_admin' || me.role === 'super_admin') && (
                    <Button
                      size="xs"
                      aria-label={`Restore ${user.name}`}
                      onClick={() => onRestore(user)}
                      leftSection={<IconArrowBackUp size={14} aria-hidden="true" />}
                    >
                      Restore
                    </Button>
                  )}
                </li>
              )}
            </RecordList>
          </Panel>
        )
      }
    </Loaded>
  );
}

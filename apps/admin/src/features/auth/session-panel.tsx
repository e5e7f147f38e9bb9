import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AccountSession } from '@threadline/schema/account';
import { api, unwrap } from '../../api/client.ts';
import { formatTimestamp } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { LoadFailure, SkeletonRows } from '../../ui/states.tsx';
import classes from './account.module.css';
import { getDeviceName } from './device-name.ts';

const queryKey = ['account', 'sessions'];

/** The sessions of the user's own account. The next request of an ended session is refused. */
export function SessionPanel() {
  const query = useQuery({ queryKey, queryFn: () => unwrap(api.client.account.sessions.$get()) });
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: (id: string | undefined) =>
      unwrap(
        id ? api.client.account.sessions[':id'].$delete({ param: { id } }) : api.client.account.sessions.$delete({}),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  if (query.error && !query.data)
    return <LoadFailure what="The sessions could not be loaded." error={query.error} onRetry={() => query.refetch()} />;
  if (!query.data) return <SkeletonRows rows={2} />;
  const { sessions } = query.data;
  return (
    <section className="panel" aria-labelledby="sessions">
      <div className="panel-head">
        <h2 id="sessions">Where you are signed in</h2>
        {sessions.length > 1 && (
          <Button onClick={() => end.mutate(undefined)} loading={end.isPending && end.variables === undefined}>
            Sign out everywhere else
          </Button>
        )}
      </div>
      <ErrorAlert error={end.error} fallback="The session could not be ended." />
      <ul className={classes.sessions}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => end.mutate(session.id)} />
        ))}
      </ul>
    </section>
  );
}

function SessionRow({ session, onEnd }: { session: AccountSession; onEnd: () => void }) {
  const name = getDeviceName(session.userAgent);
  return (
    <li>
      <div>
        <strong>{name}</strong>{' '}
        {session.current && (
          <span className="tag" data-tone="good">
            This browser
          </span>
        )}
        <p className="meta">
          Last used {formatTimestamp(session.lastUsedAt)} · signed in {formatTimestamp(session.createdAt)}
        </p>
      </div>
      {!session.current && (
        <Button onClick={onEnd} aria-label={`Sign out ${name}, last used ${formatTimestamp(session.lastUsedAt)}`}>
          Sign out
        </Button>
      )}
    </li>
  );
}

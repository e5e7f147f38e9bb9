import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TrashedUser, User } from '@threadline/schema/user';
import { api, unwrap } from '../../api/client.ts';
import { formatTimestamp } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/states.tsx';
import { roleNames } from './role-select.tsx';
import classes from './users.module.css';

interface RemovedUsersProps {
  me: User;
  onRestore: (user: TrashedUser) => void;
}

/** The deleted users who can still be restored; empty without any. */
export function RemovedUsers({ me, onRestore }: RemovedUsersProps) {
  const query = useQuery({
    queryKey: ['users', 'trash'],
    queryFn: () => unwrap(api.client.auth.users.trash.$get()),
  });
  return (
    <Loaded query={query} what="The deleted users could not be loaded." rows={1}>
      {({ users }) =>
        users.length > 0 && (
          <section className="panel">
            <div className={`panel-head ${classes.removedHead}`}>
              <h2>Deleted</h2>
              <span className="meta">
                You can restore an account for 30 days: with its password, without its enquiries.
              </span>
            </div>
            <ul className={classes.removed}>
              {users.map((user) => (
                <li key={user._id}>
                  <span>
                    <strong>{user.name}</strong>
                    <small>{user.email}</small>
                  </span>
                  <span className="meta">
                    {roleNames[user.role]}, deleted {formatTimestamp(user.deletedAt)} by {user.deletedBy}
                  </span>
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
              ))}
            </ul>
          </section>
        )
      }
    </Loaded>
  );
}

import type { User } from '@threadline/schema/user';
import { Button } from '../../ui/button.tsx';
import { messages } from '../../ui/messages.ts';
import { EmptyState, LoadFailure, SkeletonRows } from '../../ui/states.tsx';
import { UserTable, type UserTableProps } from './user-table.tsx';

interface UserListProps extends Omit<UserTableProps, 'users'> {
  query: { data: { users: User[] } | undefined; error: unknown; refetch: () => unknown };
  onAdd: () => void;
}

/** The table of users. Spec §7: when the list cannot be loaded, only the current user is shown, with the error. */
export function UserList({ query: { data, error, refetch }, onAdd, ...table }: UserListProps) {
  if (data?.users.length === 0)
    return <EmptyState action={<Button onClick={onAdd}>Add a user</Button>}>{messages.noUsers}</EmptyState>;
  if (data) return <UserTable users={data.users} {...table} />;
  if (!error) return <SkeletonRows />;
  return (
    <>
      <LoadFailure what="The users could not be loaded." error={error} onRetry={refetch} />
      <UserTable users={[table.me]} {...table} />
    </>
  );
}

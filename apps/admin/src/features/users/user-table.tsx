import { Group, Menu } from '@mantine/core';
import { IconDots, IconLink, IconLock, IconLockOpen, IconTrash } from '@tabler/icons-react';
import type { User, UserStatus } from '@threadline/schema/wire/user';
import { formatDateTime } from '../../format/time.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { messages } from '../../ui/messages.ts';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, LoadFailure, SkeletonRows } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import { roleNames } from './role-select.tsx';
import classes from './users.module.css';

const statuses: Record<UserStatus, { name: string; tone: 'success' | 'info' | 'warning' | 'danger' }> = {
  invited: { name: 'Invited', tone: 'info' },
  active: { name: 'Active', tone: 'success' },
  disabled: { name: 'Disabled', tone: 'danger' },
  locked: { name: 'Locked', tone: 'warning' },
};

interface UserTableProps {
  users: User[];
  me: User;
  onEdit: (user: User) => void;
  onRemove: (user: User) => void;
  onLink: (user: User) => void;
  onStatus: (user: User, status: 'active' | 'disabled') => void;
}

interface UserListProps extends Omit<UserTableProps, 'users'> {
  query: { data: { users: User[] } | undefined; error: unknown; refetch: () => unknown };
  onAdd: () => void;
}

/** The table of users. Spec §7: if the list cannot be loaded, only the current user is shown, with the error. */
export function UserList({ query: { data, error, refetch }, onAdd, ...table }: UserListProps) {
  if (data?.users.length === 0)
    return <EmptyState action={<Button onClick={onAdd}>Add a user</Button>}>{messages.noUsers}</EmptyState>;
  if (data) return <UserTable users={data.users} {...table} />;
  if (!error) return <SkeletonRows />;
  return (
    <>
      <LoadFailure heading="The users could not be loaded." error={error} onRetry={refetch} />
      <UserTable users={[table.me]} {...table} />
    </>
  );
}

/** Spec §2: user, role, status, last login, actions. The user's own row says 'You' and has no Delete (Spec §6). */
function UserTable({ users, me, ...on }: UserTableProps) {
  return (
    <Panel component="div">
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">User</th>
            <th scope="col">Role</th>
            <th scope="col">Status</th>
            <th scope="col">Last login</th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => {
            const isMe = user._id === me._id;
            const isAbove = user.role === 'super_admin' && me.role !== 'super_admin';
            return (
              <tr key={user._id}>
                <th scope="row">
                  <Avatar name={user.name} />
                  <span>
                    <strong>{user.name}</strong> {isMe && <Tag tone="info">You</Tag>}
                    <small>
                      {user.email.split('@', 1)}
                      <wbr />
                      {user.email.slice(user.email.indexOf('@'))}
                    </small>
                  </span>
                </th>
                <td>{roleNames[user.role]}</td>
                <td>
                  <Tag tone={statuses[user.status].tone}>{statuses[user.status].name}</Tag>
                </td>
                <td>
                  <span className={classes.cardLabel}>Last login:</span>{' '}
                  {user.lastLogin ? formatDateTime(user.lastLogin) : 'not yet'}
                </td>
                <td className={classes.actions}>
                  {!isAbove && (
                    <Group gap={6} wrap="nowrap" justify="flex-end">
                      <Button size="xs" aria-label={`Edit ${user.name}`} onClick={() => on.onEdit(user)}>
                        Edit
                      </Button>
                      {!isMe && <OthersActions user={user} {...on} />}
                    </Group>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Panel>
  );
}

function OthersActions({ user, onLink, onStatus, onRemove }: { user: User } & Omit<UserTableProps, 'users' | 'me'>) {
  const isDisabled = user.status === 'disabled';
  return (
    <Menu position="bottom-end" shadow="md" width={220}>
      <Menu.Target>
        <IconButton icon={IconDots} label={`More for ${user.name}`} />
      </Menu.Target>
      <Menu.Dropdown>
        {!isDisabled && (
          <Menu.Item leftSection={<IconLink size={16} />} onClick={() => onLink(user)}>
            {user.status === 'invited' ? 'New invitation' : 'Create password reset link'}
          </Menu.Item>
        )}
        {user.status === 'locked' && (
          <Menu.Item leftSection={<IconLockOpen size={16} />} onClick={() => onStatus(user, 'active')}>
            Unlock
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={isDisabled ? <IconLockOpen size={16} /> : <IconLock size={16} />}
          onClick={() => onStatus(user, isDisabled ? 'active' : 'disabled')}
        >
          {isDisabled ? 'Enable' : 'Disable'}
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash size={16} />} color="danger" onClick={() => onRemove(user)}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

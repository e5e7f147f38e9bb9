import { IconLink, IconLock, IconLockOpen, IconPencil, IconTrash } from '@tabler/icons-react';
import type { User } from '@threadline/schema/user';
import { initialsOf, momentOf } from '../../format/time.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { roleNames } from './role-names.ts';
import { statusNames } from './status-names.ts';
import classes from './users.module.css';

export interface UserTableProps {
  users: User[];
  me: User;
  onEdit: (user: User) => void;
  onRemove: (user: User) => void;
  onLink: (user: User) => void;
  onStatus: (user: User, status: 'active' | 'disabled') => void;
}

/** Spec §2: user, role, status, last login, actions. The own row says 'You' and has no Delete (Spec §6). */
export function UserTable({ users, me, ...on }: UserTableProps) {
  return (
    <div className="panel">
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
                  <span className="avatar" aria-hidden="true">
                    {initialsOf(user.name)}
                  </span>
                  <span>
                    <strong>{user.name}</strong>{' '}
                    {isMe && (
                      <span className="tag" data-tone="info">
                        You
                      </span>
                    )}
                    <small>{user.email}</small>
                  </span>
                </th>
                <td>{roleNames[user.role]}</td>
                <td>
                  <span className="tag" data-tone={statusNames[user.status].tone}>
                    {statusNames[user.status].name}
                  </span>
                </td>
                <td>
                  <span className={classes.cardLabel}>Last login:</span>{' '}
                  {user.lastLogin ? momentOf(user.lastLogin) : 'not yet'}
                </td>
                <td className={classes.actions}>
                  {!isAbove && (
                    <IconButton label={`Edit ${user.name}`} onClick={() => on.onEdit(user)}>
                      <IconPencil size={18} />
                    </IconButton>
                  )}
                  {!isMe && !isAbove && <OthersActions user={user} {...on} />}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function OthersActions({ user, onLink, onStatus, onRemove }: { user: User } & Omit<UserTableProps, 'users' | 'me'>) {
  const isDisabled = user.status === 'disabled';
  const link = user.status === 'invited' ? `New invitation for ${user.name}` : `New password link for ${user.name}`;
  return (
    <>
      {!isDisabled && (
        <IconButton label={link} onClick={() => onLink(user)}>
          <IconLink size={18} />
        </IconButton>
      )}
      <IconButton
        label={isDisabled ? `Enable ${user.name}` : `Disable ${user.name}`}
        onClick={() => onStatus(user, isDisabled ? 'active' : 'disabled')}
      >
        {isDisabled ? <IconLockOpen size={18} /> : <IconLock size={18} />}
      </IconButton>
      {user.status === 'locked' && (
        <IconButton label={`Unlock ${user.name}`} onClick={() => onStatus(user, 'active')}>
          <IconLockOpen size={18} />
        </IconButton>
      )}
      <IconButton label={`Delete ${user.name}`} onClick={() => onRemove(user)}>
        <IconTrash size={18} />
      </IconButton>
    </>
  );
}

import { IconMailPlus, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { AccountLink } from '@threadline/schema/account-link';
import type { User } from '@threadline/schema/user';
import { useState } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { useUser } from '../../session.tsx';
import { Button } from '../../ui/button.tsx';
import { Screen } from '../../ui/screen.tsx';
import sidePanel from '../../ui/side-panel.module.css';
import { useConfirmLeaving } from '../../ui/use-confirm-leaving.ts';
import { LinkPanel } from './link-panel.tsx';
import { RemovedUsers } from './removed-users.tsx';
import { useUserActions } from './use-user-actions.ts';
import { InviteForm, UserForm } from './user-form.tsx';
import { UserList } from './user-table.tsx';
import classes from './users.module.css';

const weekMs = 7 * 24 * 3_600_000;

/** The panel beside the table. The form for a new account has an address of its own. */
type Open = { panel: 'edit'; user: User } | { panel: 'invite' } | { panel: 'link'; made: AccountLink; user: User };

/** /admin/users: the people who can sign in. */
export function UsersScreen() {
  const { add } = useSearch({ from: '/signed-in/users' });
  const navigate = useNavigate();
  const me = useUser();
  const query = useQuery({ queryKey: ['users'], queryFn: () => unwrap(api.client.auth.users.$get()) });
  const [open, setOpen] = useState<Open>();
  const show = (panel: Open | undefined) => {
    setOpen(panel);
    if (add) navigate({ to: '/users' });
  };
  const confirmLeaving = useConfirmLeaving();
  const showIfConfirmed = async (panel: Open | undefined) => {
    if (await confirmLeaving()) show(panel);
  };
  const close = () => showIfConfirmed(undefined);
  const showLink = (made: AccountLink, user: User) => show({ panel: 'link', made, user });
  const actions = useUserActions({ me, onLink: showLink });
  const createLink = async (user: User) => {
    // Before the request: a link is shown once.
    if (await confirmLeaving()) actions.createLink(user);
  };
  const openNew = async () => {
    if (!(await confirmLeaving())) return;
    setOpen(undefined);
    navigate({ to: '/users', search: { add: true } });
  };
  const edit = (user: User) => {
    const isShown = open?.panel === 'edit' && open.user._id === user._id;
    if (!isShown) showIfConfirmed({ panel: 'edit', user });
  };

  return (
    <Screen
      title="User Management"
      actions={
        <div className={classes.headButtons}>
          <Button
            size="xs"
            onClick={() => showIfConfirmed({ panel: 'invite' })}
            leftSection={<IconMailPlus size={16} aria-hidden="true" />}
          >
            Invite
          </Button>
          <Button size="xs" onClick={openNew} leftSection={<IconUserPlus size={16} aria-hidden="true" />}>
            Add a user
          </Button>
        </div>
      }
    >
      <div className={sidePanel.columns} data-open={add || open !== undefined || undefined}>
        <div className={sidePanel.main}>
          {query.data && <Counters users={query.data.users} />}
          {actions.problem && (
            <div className="alert" role="alert">
              {actions.problem}
            </div>
          )}
          <UserList
            query={query}
            me={me}
            onAdd={openNew}
            onEdit={edit}
            onRemove={actions.remove}
            onLink={createLink}
            onStatus={actions.setStatus}
          />
          <p className="meta">
            Invited users choose their own password with a link. For users you add, you set the first password.
          </p>
          <p className="meta">You cannot delete your own account, and the last super admin stays.</p>
          <RemovedUsers me={me} onRestore={actions.restore} />
        </div>
        {add && !open && <UserForm key="new" user={undefined} me={me} onDone={close} />}
        {open?.panel === 'edit' && <UserForm key={open.user._id} user={open.user} me={me} onDone={close} />}
        {open?.panel === 'invite' && <InviteForm onInvited={showLink} onDone={close} />}
        {open?.panel === 'link' && <LinkPanel made={open.made} email={open.user.email} onDone={close} />}
      </div>
    </Screen>
  );
}

/** Spec §2: three counters. */
function Counters({ users }: { users: User[] }) {
  const [now] = useState(Date.now);
  const invited = users.filter(({ status }) => status === 'invited').length;
  const counters = [
    ['Users', users.length, invited > 0 ? `${invited} invited, not joined yet` : undefined],
    ['Super admins', users.filter(({ role }) => role === 'super_admin').length],
    [
      'Signed in this week',
      users.filter(({ lastLogin }) => lastLogin !== null && now - Date.parse(lastLogin) < weekMs).length,
    ],
  ] as const;
  return (
    <dl className={`panel ${classes.counters}`}>
      {counters.map(([label, count, note]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{count}</dd>
          {note && <dd className="meta">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}

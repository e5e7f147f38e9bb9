import { IconMailPlus, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { AccountLink } from '@threadline/schema/account-link';
import type { User } from '@threadline/schema/user';
import { useState } from 'react';
import { answerOf, api } from '../../api/client.ts';
import { useUser } from '../../session.tsx';
import { Button } from '../../ui/button.tsx';
import { Screen } from '../../ui/screen.tsx';
import sidePanel from '../../ui/side-panel.module.css';
import { useConfirmLeaving } from '../../ui/use-confirm-leaving.ts';
import { InviteForm } from './invite-form.tsx';
import { LinkPanel } from './link-panel.tsx';
import { RemovedUsers } from './removed-users.tsx';
import { useAccountActions } from './use-account-actions.ts';
import { useUserRemoval } from './use-user-removal.ts';
import { UserForm } from './user-form.tsx';
import { UserList } from './user-list.tsx';
import classes from './users.module.css';

const weekMs = 7 * 24 * 3_600_000;

/** What stands beside the table. A new account has an address of its own. */
type Open = { panel: 'edit'; user: User } | { panel: 'invite' } | { panel: 'link'; made: AccountLink; user: User };

/** /admin/users: the people who may sign in. */
export function UsersScreen() {
  const { add } = useSearch({ from: '/signed-in/users' });
  const navigate = useNavigate();
  const me = useUser();
  const query = useQuery({ queryKey: ['users'], queryFn: () => answerOf(api.client.auth.users.$get()) });
  const [open, setOpen] = useState<Open>();
  const removal = useUserRemoval(me);
  const show = (panel: Open | undefined) => {
    setOpen(panel);
    if (add) navigate({ to: '/users' });
  };
  const confirmLeaving = useConfirmLeaving();
  const showWhenAsked = async (panel: Open | undefined) => {
    if (await confirmLeaving()) show(panel);
  };
  const close = () => showWhenAsked(undefined);
  const showLink = (made: AccountLink, user: User) => show({ panel: 'link', made, user });
  const actions = useAccountActions(showLink);
  const makeLink = async (user: User) => {
    // Before it is made: a link is shown once.
    if (await confirmLeaving()) actions.makeLink(user);
  };
  const openNew = async () => {
    if (!(await confirmLeaving())) return;
    setOpen(undefined);
    navigate({ to: '/users', search: { add: true } });
  };
  const edit = (user: User) => {
    const isShown = open?.panel === 'edit' && open.user._id === user._id;
    if (!isShown) showWhenAsked({ panel: 'edit', user });
  };
  const problem = removal.problem || actions.problem;

  return (
    <Screen
      title="User Management"
      actions={
        <div className={classes.headButtons}>
          <Button
            size="xs"
            onClick={() => showWhenAsked({ panel: 'invite' })}
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
          {problem && (
            <div className="alert" role="alert">
              {problem}
            </div>
          )}
          <UserList
            query={query}
            me={me}
            onAdd={openNew}
            onEdit={edit}
            onRemove={removal.remove}
            onLink={makeLink}
            onStatus={actions.setStatus}
          />
          <p className="meta">
            Who is invited chooses the password by a link; for a user who is added you choose the first one.
          </p>
          <p className="meta">You cannot delete your own account, and the last super admin stays.</p>
          <RemovedUsers me={me} onRestore={removal.restore.mutate} />
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
      {counters.map(([label, count, words]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{count}</dd>
          {words && <dd className="meta">{words}</dd>}
        </div>
      ))}
    </dl>
  );
}

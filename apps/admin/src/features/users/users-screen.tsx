import { Group } from '@mantine/core';
import { IconMailPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { AccountLink } from '@threadline/schema/wire/account';
import type { User } from '@threadline/schema/wire/user';
import { useState } from 'react';
import { useUser } from '../../session.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { WithSidePanel } from '../../ui/panel.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Stat, StatStrip } from '../../ui/stat-strip.tsx';
import { useConfirmLeaving } from '../../ui/use-confirm-leaving.ts';
import { LinkPanel } from './link-panel.tsx';
import { RemovedUsers } from './removed-users.tsx';
import { useUserActions } from './use-user-actions.ts';
import { InviteForm, UserForm } from './user-form.tsx';
import { useUsers } from './user-options.tsx';
import { UserList } from './user-table.tsx';

const weekMs = 7 * 24 * 3_600_000;

/** The panel beside the table. The forms for a new account have addresses of their own. */
type Open = { panel: 'edit'; user: User } | { panel: 'invite' } | { panel: 'link'; made: AccountLink; user: User };

/** /admin/users: the people who can sign in. */
export function UsersScreen() {
  const { add } = useSearch({ from: '/signed-in/users' });
  const navigate = useNavigate();
  const me = useUser();
  const query = useUsers();
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

  const renderPanel = () => {
    const invitation = <InviteForm onInvited={showLink} onDone={close} />;
    if (!open && add === 'invite') return invitation;
    if (!open) return add && <UserForm key="new" user={undefined} me={me} onDone={close} />;
    if (open.panel === 'invite') return invitation;
    if (open.panel === 'link') return <LinkPanel made={open.made} email={open.user.email} onDone={close} />;
    return <UserForm key={open.user._id} user={open.user} me={me} onDone={close} />;
  };

  return (
    <Screen
      title="User Management"
      actions={
        <Group gap={8}>
          <Button size="xs" onClick={openNew}>
            Add a user with a password
          </Button>
          <Button
            size="xs"
            variant="filled"
            onClick={() => showIfConfirmed({ panel: 'invite' })}
            leftSection={<IconMailPlus size={16} aria-hidden="true" />}
          >
            Invite
          </Button>
        </Group>
      }
    >
      <WithSidePanel panel={renderPanel()}>
        {query.data && <Counters users={query.data.users} />}
        <small>Invite a user: they choose their password. Add a user: you choose their first password.</small>
        {actions.problem && <Alert role="alert">{actions.problem}</Alert>}
        <UserList
          query={query}
          me={me}
          onAdd={openNew}
          onEdit={edit}
          onRemove={actions.remove}
          onLink={createLink}
          onStatus={actions.setStatus}
        />
        <small>You cannot delete your own account, and at least one super admin must remain.</small>
        <RemovedUsers me={me} onRestore={actions.restore} />
      </WithSidePanel>
    </Screen>
  );
}

/** Spec §2: three counters. */
function Counters({ users }: { users: User[] }) {
  const [now] = useState(Date.now);
  const invited = users.filter(({ status }) => status === 'invited').length;
  const active = users.filter(({ lastLogin }) => lastLogin !== null && now - Date.parse(lastLogin) < weekMs).length;
  return (
    <StatStrip label="Counters">
      <div>
        <Stat label="Users" value={users.length} note={invited > 0 && `${invited} invited, not joined yet`} />
      </div>
      <div>
        <Stat label="Super admins" value={users.filter(({ role }) => role === 'super_admin').length} />
      </div>
      <div>
        <Stat label="Signed in this week" value={active} />
      </div>
    </StatStrip>
  );
}

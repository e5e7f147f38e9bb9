import { Text } from '@mantine/core';
import { useUser } from '../../session.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useHashTarget } from '../../ui/use-hash-target.ts';
import classes from './account.module.css';
import { EmailForm, NameForm, PasswordForm } from './credential-forms.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { RecoveryPanel } from './recovery.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { SessionPanel } from './session-panel.tsx';

export function AccountScreen() {
  const user = useUser();
  // The set-up list on the dashboard links here.
  const authenticator = useHashTarget('authenticator');
  return (
    <Screen title="Your account">
      <Text c="dimmed">
        {user.name}, {user.email}
      </Text>
      {/* First, because the other panels load later and would push them down while the user clicks. */}
      <NameForm />
      <div className={classes.forms}>
        <EmailForm />
        <PasswordForm />
      </div>
      <PasskeysPanel />
      <SecondFactorPanel ref={authenticator} />
      <RecoveryPanel />
      <SessionPanel />
    </Screen>
  );
}

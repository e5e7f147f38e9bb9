import { useUser } from '../../session.tsx';
import { Screen } from '../../ui/screen.tsx';
import classes from './account.module.css';
import { EmailForm, PasswordForm } from './credential-forms.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { RecoveryPanel } from './recovery-panel.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { SessionPanel } from './session-panel.tsx';

export function AccountScreen() {
  const user = useUser();
  return (
    <Screen title="Your account">
      <p className={classes.who}>
        {user.name}, {user.email}
      </p>
      {/* First: what is read from the server comes later, and would push them down under the hand. */}
      <div className={classes.forms}>
        <PasswordForm />
        <EmailForm />
      </div>
      <PasskeysPanel />
      <SecondFactorPanel />
      <RecoveryPanel />
      <SessionPanel />
    </Screen>
  );
}

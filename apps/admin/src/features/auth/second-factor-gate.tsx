import { Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../session.tsx';
import { Button } from '../../ui/button.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';

/** With the strict security profile, users set up a second factor before anything else. */
export function SecondFactorGate() {
  const { logout, retry } = useSession();
  const queryClient = useQueryClient();
  const finish = () => {
    queryClient.clear();
    retry();
  };
  return (
    <AuthLayout
      title="One more step"
      description="This site requires two-step verification: set up an authenticator app or a passkey."
    >
      <Stack>
        <PasskeysPanel onDone={finish} />
        <SecondFactorPanel onDone={finish} />
        <div>
          <Button onClick={() => logout().then(retry)}>Sign out</Button>
        </div>
      </Stack>
    </AuthLayout>
  );
}

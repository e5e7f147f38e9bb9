import { useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../session.tsx';
import { Button } from '../../ui/button.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';

/** In the strict profile nothing else opens before the own account has a second factor. */
export function SecondFactorGate() {
  const { logout, retry } = useSession();
  const queryClient = useQueryClient();
  const goOn = () => {
    queryClient.clear();
    retry();
  };
  return (
    <AuthLayout title="One more step" lead="This site asks everybody for a second factor when they sign in.">
      <PasskeysPanel onDone={goOn} />
      <br />
      <SecondFactorPanel onDone={goOn} />
      <br />
      <Button onClick={() => logout().then(retry)}>Sign out</Button>
    </AuthLayout>
  );
}

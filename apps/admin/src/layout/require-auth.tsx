import { useNavigate, useRouter } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useSessionOptions } from '../features/auth/session-options.ts';
import { useSession } from '../session.tsx';
import { MessagePage, PageSpinner } from '../ui/full-page.tsx';
import { lazyScreen } from '../ui/lazy-component.tsx';
import { TextButton } from '../ui/text-button.tsx';

const SecondFactorGate = lazyScreen('SecondFactorGate', () => import('../features/auth/second-factor-gate.tsx'));
const Shell = lazyScreen('Shell', () => import('./shell.tsx'));

/** Spec §2: /admin/* redirects to /admin/login when not authenticated; a spinner shows while authentication is loading. */
export function RequireAuth() {
  const { state, retry } = useSession();
  const options = useSessionOptions();
  if (state.status === 'loading') return <PageSpinner />;
  if (state.status === 'signed-out') return <RedirectToLogin />;
  if (state.status === 'unreachable') {
    return (
      <MessagePage
        title="The server cannot be reached"
        text="You are still signed in. Check your connection and try again."
      >
        <TextButton onClick={retry}>Try again</TextButton>
      </MessagePage>
    );
  }
  const isGated = options?.needsSecondFactor && !state.user.hasSecondFactor;
  return (
    <Suspense fallback={<PageSpinner />}>{isGated ? <SecondFactorGate /> : <Shell key={state.user._id} />}</Suspense>
  );
}

/** Redirects once, with the requested address as the target after signing in. */
function RedirectToLogin() {
  const navigate = useNavigate();
  const router = useRouter();
  useEffect(() => {
    const { href } = router.state.location;
    navigate({ to: '/login', search: href === '/' ? {} : { to: href }, replace: true, ignoreBlocker: true });
  }, [navigate, router]);
  return <PageSpinner />;
}

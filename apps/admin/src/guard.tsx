import { Navigate, useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useSession } from './session.tsx';
import { PageSpinner } from './ui/states.tsx';

const Shell = lazy(() => import('./shell/shell.tsx').then(({ Shell }) => ({ default: Shell })));

/** Spec §2: /admin/* redirects to /admin/login when not authenticated; a spinner shows while that is being found out. */
export function Guard() {
  const { state, retry } = useSession();
  const { href } = useLocation();
  if (state.status === 'loading') return <PageSpinner />;
  if (state.status === 'signed-out') return <Navigate to="/login" search={href === '/' ? {} : { to: href }} replace />;
  if (state.status === 'unreachable') {
    return (
      <main className="broken" role="alert">
        <h1>The server cannot be reached</h1>
        <p>You are still signed in. Check your connection and try again.</p>
        <button type="button" className="text-button" onClick={retry}>
          Try again
        </button>
      </main>
    );
  }
  return (
    <Suspense fallback={<PageSpinner />}>
      <Shell />
    </Suspense>
  );
}

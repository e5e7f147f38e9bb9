import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { restoreNoticeKey, useSession } from '../../session.tsx';
import { PageSpinner } from '../../ui/full-page.tsx';
import { AuthLayout } from './auth-layout.tsx';
import classes from './login.module.css';
import { LoginForm } from './login-form.tsx';
import { useSiteUrl } from './session-options.ts';

/** /admin/login: afterwards the dashboard (Spec §2), or the page that was asked for. */
export function LoginScreen() {
  const siteUrl = useSiteUrl();
  const { state } = useSession();
  const { to } = useSearch({ from: '/login' });
  const navigate = useNavigate();
  const router = useRouter();
  const signedIn = state.status === 'signed-in';

  useEffect(() => {
    if (!signedIn) return;
    sessionStorage.removeItem(restoreNoticeKey);
    if (to) router.history.replace(router.history.createHref(`${router.basepath}${to}`));
    else navigate({ to: '/', replace: true });
  }, [signedIn, to, navigate, router]);

  if (state.status === 'loading' || signedIn) return <PageSpinner />;
  return (
    <div className={classes.page}>
      <AuthLayout
        title="Sign in"
        description={sessionStorage.getItem(restoreNoticeKey) ?? 'Edit your website and publish changes.'}
        foot={
          <a className={classes.back} href={siteUrl}>
            View Website
          </a>
        }
      >
        <LoginForm onDone={() => undefined} />
      </AuthLayout>
      <div className={classes.cover} aria-hidden="true">
        <img src="/admin/sign-in.svg" alt="" />
      </div>
    </div>
  );
}

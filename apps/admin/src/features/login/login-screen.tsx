import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSession } from '../../session.tsx';
import { PageSpinner } from '../../ui/page-spinner.tsx';
import kolam from './kolam.svg';
import classes from './login.module.css';
import { LoginForm } from './login-form.tsx';

/** /admin/login: afterwards the dashboard (Spec §2), or the page that was asked for. */
export function LoginScreen() {
  const { state } = useSession();
  const { to } = useSearch({ from: '/login' });
  const navigate = useNavigate();
  const router = useRouter();
  const signedIn = state.status === 'signed-in';

  useEffect(() => {
    document.title = 'Sign in · Threadline';
  }, []);
  useEffect(() => {
    if (!signedIn) return;
    if (to) router.history.replace(router.history.createHref(`${router.basepath}${to}`));
    else navigate({ to: '/', replace: true });
  }, [signedIn, to, navigate, router]);

  if (state.status === 'loading' || signedIn) return <PageSpinner />;
  return (
    <div className={classes.page}>
      <main className={classes.side}>
        <a className="wordmark" href="/">
          <img src="/admin/mark.svg" alt="" width="30" height="30" />
          Threadline
        </a>
        <div className={classes.middle}>
          <h1>Sign in</h1>
          <p className={classes.lead}>Edit the site, look after its images, publish.</p>
          <LoginForm onDone={() => undefined} />
        </div>
        <a className={classes.back} href="/">
          Back to the website
        </a>
      </main>
      <div className={classes.cover} aria-hidden="true">
        <img src={kolam} alt="" />
        <p>
          One thread from
          <br />
          plan to practice.
        </p>
      </div>
    </div>
  );
}

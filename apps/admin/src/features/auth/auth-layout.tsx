import { type ReactNode, useEffect } from 'react';
import { Wordmark } from '../../ui/wordmark.tsx';
import classes from './login.module.css';
import { useSiteUrl } from './session-options.ts';

interface AuthLayoutProps {
  title: string;
  description: string;
  children: ReactNode;
  /** Shown at the bottom of the page. */
  foot?: ReactNode;
}

/** The layout of the pages for people who are not signed in. */
export function AuthLayout({ title, description, children, foot }: AuthLayoutProps) {
  const siteUrl = useSiteUrl();
  useEffect(() => {
    document.title = `${title} · Threadline`;
  }, [title]);
  return (
    <main className={classes.side}>
      <a className={classes.home} href={siteUrl}>
        <Wordmark size={30} />
      </a>
      <div className={classes.content}>
        <h1>{title}</h1>
        <p className={classes.description}>{description}</p>
        {children}
      </div>
      {foot}
    </main>
  );
}

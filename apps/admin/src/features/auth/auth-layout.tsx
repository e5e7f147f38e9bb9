import { type ReactNode, useEffect } from 'react';
import { Wordmark } from '../../ui/wordmark.tsx';
import classes from './login.module.css';
import { useSessionOptions } from './session-options.ts';

interface AuthLayoutProps {
  title: string;
  description: string;
  children: ReactNode;
  /** Shown at the bottom of the page. */
  foot?: ReactNode;
}

/** The layout of the pages for people who are not signed in. */
export function AuthLayout({ title, description, children, foot }: AuthLayoutProps) {
  // Rendered a few times only: remembering its parts would cost more than it saves in the sign-in bundle.
  'use no memo';
  const options = useSessionOptions();
  // Empty while it loads: another name would be shown for a moment.
  const brand = options?.brand ?? '';
  useEffect(() => {
    document.title = brand ? `${title} · ${brand}` : title;
  });
  return (
    <main className={classes.side}>
      <a className={classes.home} href={options?.siteUrl ?? '/'} aria-label={brand || 'Website'}>
        <Wordmark size={30} name={brand} />
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

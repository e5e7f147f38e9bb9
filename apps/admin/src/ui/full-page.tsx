import { Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './full-page.module.css';

/** Spec §2: a spinner shows while authentication is loading. */
export function PageSpinner() {
  return (
    <div className={classes.page} role="status">
      <Loader size={28} />
      <span className="visually-hidden">Loading</span>
    </div>
  );
}

interface MessagePageProps {
  /** Above the title. */
  head?: ReactNode;
  title: string;
  text?: string;
  /** Links or buttons. */
  children: ReactNode;
}

/** A page that says why there is no screen. */
export function MessagePage({ head, title, text, children }: MessagePageProps) {
  return (
    <main className={classes.page}>
      {head}
      <div role="alert">
        <h1>{title}</h1>
        {text && <p>{text}</p>}
      </div>
      <p>{children}</p>
    </main>
  );
}

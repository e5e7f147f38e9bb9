import { type ReactNode, useEffect, useRef } from 'react';
import { HeldBanner } from './held-banner.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { PublishPill } from './publish-pill.tsx';
import classes from './shell.module.css';

interface ScreenProps {
  title: string;
  /** Beside the publish pill. */
  actions?: ReactNode;
  /** Between the top bar and what scrolls. */
  head?: ReactNode;
  /** Beside the body where there is room for both. */
  aside?: ReactNode;
  /** What is typed here is kept on the device. */
  keepsWords?: boolean;
  children: ReactNode;
}

let isFirstScreen = true;

// The same elements always: a screen that is rendered again does not render them.
const pill = <PublishPill />;
const held = <HeldBanner />;

/** Top bar and scrolling body of a screen. The heading takes the focus when the route changes, but not from a field. */
export function Screen({ title, actions, head, aside, keepsWords, children }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const work = useRef<HTMLDivElement>(null);
  useEffect(() => {
    document.title = `${title} · Threadline`;
    // Somebody may have opened the palette while the screen was on its way: the words go on into that.
    const isAsked = document.querySelector('[role=dialog][aria-modal=true]') !== null;
    // An editor that the address asks for comes with the screen, and has put the caret into its field by now.
    const isTaken = work.current?.contains(document.activeElement) ?? false;
    if (!isFirstScreen && !isAsked && !isTaken) heading.current?.focus({ preventScroll: true });
    isFirstScreen = false;
  }, [title]);

  return (
    <>
      <header className={classes.bar}>
        <h1 tabIndex={-1} ref={heading}>
          {title}
        </h1>
        {pill}
        {actions}
      </header>
      <OfflineNotice keepsWords={keepsWords} />
      {held}
      <div className={classes.work} ref={work}>
        <main className={classes.main}>
          {head}
          <div className={classes.body} data-scrolls="">
            <div className={classes.inner}>{children}</div>
          </div>
        </main>
        {aside}
      </div>
    </>
  );
}

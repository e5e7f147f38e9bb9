import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import { createStore } from '../store/create-store.ts';
import { OfflineNotice } from './offline-notice.tsx';
import classes from './screen.module.css';

interface ScreenProps {
  title: string;
  /** Beside the publish pill. */
  actions?: ReactNode;
  /** Between the top bar and what scrolls. */
  head?: ReactNode;
  /** Beside the body where there is room for both. */
  aside?: ReactNode;
  /** What is typed here is kept on the device. */
  keepsDrafts?: boolean;
  children: ReactNode;
}

// The browser places the focus on the first screen.
const hasShownScreen = createStore(false);

/** Publish status and banners of every screen. The shell provides them, because they belong to features. */
export const ScreenChrome = createContext<{ status?: ReactNode; banner?: ReactNode }>({});

/** Top bar and scrolling body of a screen. The heading takes the focus when the route changes, but not from a field. */
export function Screen({ title, actions, head, aside, keepsDrafts, children }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const work = useRef<HTMLDivElement>(null);
  const { status, banner } = useContext(ScreenChrome);
  useEffect(() => {
    document.title = `${title} · Threadline`;
    // Somebody may have opened the palette while the screen was on its way: the words go on into that.
    const isAsked = document.querySelector('[role=dialog][aria-modal=true]') !== null;
    // An editor that the address asks for comes with the screen, and has put the caret into its field by now.
    const isTaken = work.current?.contains(document.activeElement) ?? false;
    if (hasShownScreen.get() && !isAsked && !isTaken) heading.current?.focus({ preventScroll: true });
    hasShownScreen.set(true);
  }, [title]);

  return (
    <>
      <header className={classes.bar}>
        <h1 tabIndex={-1} ref={heading}>
          {title}
        </h1>
        {status}
        {actions}
      </header>
      <OfflineNotice keepsDrafts={keepsDrafts} />
      {banner}
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

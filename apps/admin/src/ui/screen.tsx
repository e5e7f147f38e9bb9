import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import { createStore } from '../store/create-store.ts';
import { OfflineNotice } from './offline-notice.tsx';
import classes from './screen.module.css';

interface ScreenProps {
  title: string;
  /** Beside the publish status. */
  actions?: ReactNode;
  /** Below the top bar, as wide as the body and what is beside it. */
  tabs?: ReactNode;
  /** Between the top bar and the scrolling body. */
  head?: ReactNode;
  /** Beside the body on wide screens. */
  aside?: ReactNode;
  /** The body fills the window without margins, and its parts scroll by themselves where they are side by side. */
  isFull?: boolean;
  /** True if the screen stores unsaved texts on this device. */
  storesTexts?: boolean;
  children: ReactNode;
}

// The browser places the focus on the first screen.
const hasShownScreen = createStore(false);

/** The parts of every screen that belong to features. The shell provides them. */
export const ScreenChrome = createContext<{ undo?: ReactNode; status?: ReactNode; banner?: ReactNode }>({});

/** Top bar and scrolling body of a screen. The heading takes the focus when the route changes, but not from a field. */
export function Screen({ title, actions, tabs, head, aside, isFull, storesTexts, children }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const work = useRef<HTMLDivElement>(null);
  const { undo, status, banner } = useContext(ScreenChrome);
  useEffect(() => {
    document.title = `${title} · Threadline`;
    // It would return while the sign-in page loads.
    document.getElementById('frame-skeleton')?.remove();
    // The user may have opened the palette while the screen was loading: the typed text belongs there.
    const isDialogOpen = document.querySelector('[role=dialog][aria-modal=true]') !== null;
    // An editor that the URL opens has already focused its field.
    const isFocusInside = work.current?.contains(document.activeElement) ?? false;
    if (hasShownScreen.get() && !isDialogOpen && !isFocusInside) heading.current?.focus({ preventScroll: true });
    hasShownScreen.set(true);
  }, [title]);

  return (
    <>
      <header className={classes.bar}>
        <div className={classes.lead}>
          <h1 tabIndex={-1} ref={heading}>
            {title}
          </h1>
          <div className={classes.undo}>{undo}</div>
        </div>
        {status}
        {actions}
      </header>
      <OfflineNotice storesTexts={storesTexts} />
      {banner}
      {tabs && <section aria-label="Tabs">{tabs}</section>}
      <div className={classes.work} ref={work}>
        <main className={classes.main}>
          {head}
          <div className={classes.body} data-scrolls="" data-full={isFull || undefined}>
            <div className={classes.inner}>{children}</div>
          </div>
        </main>
        {aside}
      </div>
    </>
  );
}

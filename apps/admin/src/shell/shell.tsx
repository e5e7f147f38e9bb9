import { Outlet, useBlocker } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { usePublishingEvents } from '../publishing-events.ts';
import { useSession } from '../session.tsx';
import { ConfirmProvider, useConfirm } from '../ui/confirm.tsx';
import { ToastProvider } from '../ui/toast.tsx';
import { dropOpenEdits, hasOpenEdits, hasUnsaved } from '../unsaved.ts';
import { BottomBar } from './bottom-bar.tsx';
import { CommandsProvider } from './commands.tsx';
import { ConnectionContext } from './connection.ts';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';

const ExpiredDialog = lazy(() =>
  import('../features/login/expired-dialog.tsx').then(({ ExpiredDialog }) => ({ default: ExpiredDialog })),
);

/** What surrounds every screen behind the guard. */
export function Shell() {
  return (
    <ConfirmProvider>
      <ToastProvider>
        <CommandsProvider>
          <ShellFrame />
        </CommandsProvider>
      </ToastProvider>
    </ConfirmProvider>
  );
}

function ShellFrame() {
  const { state } = useSession();
  const connected = usePublishingEvents();
  useUnsavedGuard();

  return (
    <ConnectionContext value={connected}>
      <a className={classes.skip} href="#screen">
        Skip to the content
      </a>
      <div className={classes.shell}>
        <Sidebar />
        <div className={classes.column} id="screen" tabIndex={-1}>
          <Outlet />
        </div>
        <BottomBar />
      </div>
      {state.status === 'expired' && (
        <Suspense>
          <ExpiredDialog email={state.user.email} />
        </Suspense>
      )}
    </ConnectionContext>
  );
}

/** Asks before words are lost, in the app and when the tab closes; only when something really differs. */
function useUnsavedGuard(): void {
  const confirm = useConfirm();
  useBlocker({
    shouldBlockFn: async () => {
      if (!hasOpenEdits()) return false;
      const leaves = await confirm({
        title: 'Leave without saving?',
        text: 'What you changed here has not been saved.',
        action: 'Leave, drop the change',
        cancel: 'Keep editing',
      });
      if (leaves) dropOpenEdits();
      return !leaves;
    },
    enableBeforeUnload: hasUnsaved,
  });
}

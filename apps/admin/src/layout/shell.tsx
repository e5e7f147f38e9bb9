import { Outlet, useBlocker } from '@tanstack/react-router';
import { type ComponentProps, useEffect, useState } from 'react';
import { askPassword } from '../api/ask-password.ts';
import { api } from '../api/client.ts';
import { ConnectionContext } from '../api/connection.ts';
import { CommandsProvider } from '../features/command-palette/commands.tsx';
import { PublishStatusBadge } from '../features/publishing/publish-status-badge.tsx';
import { usePublishingEvents } from '../features/publishing/publishing-events.ts';
import { RolledBackBanner } from '../features/publishing/rolled-back-banner.tsx';
import { useSession } from '../session.tsx';
import { useStore } from '../store/create-store.ts';
import { hasLastChange } from '../store/has-last-change.ts';
import { listedUploadCount, pendingSaveCount } from '../store/pending-work.ts';
import { mustConfirmClose } from '../store/unsaved.ts';
import { ConfirmProvider } from '../ui/confirm.tsx';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { closeTopDialog } from '../ui/open-dialogs.ts';
import { ScreenChrome } from '../ui/screen.tsx';
import { ToastProvider } from '../ui/toast.tsx';
import { useConfirmLeaving } from '../ui/use-confirm-leaving.ts';
import { BottomBar } from './bottom-bar.tsx';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { useCloseOldToast } from './use-close-old-toast.ts';

const ExpiredDialog = lazyComponent('ExpiredDialog', () => import('../features/auth/expired-dialog.tsx'), {
  label: 'The sign-in form',
  isDialog: true,
});

const PasswordQuestion = lazyComponent('PasswordQuestion', () => import('../features/auth/password-question.tsx'), {
  label: 'The question for your password',
  isDialog: true,
});

const RetrySaves = lazyComponent<'RetrySaves', object>(
  'RetrySaves',
  () => import('../features/content/saving/retry-saves.tsx'),
  {
    label: 'The save queue',
  },
);

const UndoButton = lazyComponent('UndoButton', () => import('../features/content/saving/undo-button.tsx'), {
  label: 'Undo',
  fallback: () => null,
  isOptional: true,
});

const UploadStrip = lazyComponent('UploadStrip', () => import('../features/images/upload-strip.tsx'), {
  label: 'The uploads',
});

const screenChrome = {
  undo: <LastChangeUndo />,
  status: <PublishStatusBadge />,
  banner: <RolledBackBanner />,
};

/** The frame of every screen behind `RequireAuth`. */
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
  const pendingSaves = useStore(pendingSaveCount);
  const uploads = useStore(listedUploadCount);
  const question = usePasswordQuestion();
  useUnsavedGuard();
  useCloseOldToast();

  return (
    <ConnectionContext value={connected}>
      <ScreenChrome value={screenChrome}>
        <a className={classes.skip} href="#screen">
          Skip to the content
        </a>
        <div className={classes.shell}>
          <Sidebar />
          <div className={classes.column} id="screen" tabIndex={-1}>
            <Outlet />
            {uploads > 0 && <UploadStrip />}
          </div>
          <BottomBar />
        </div>
        {pendingSaves > 0 && <RetrySaves />}
        {question && <PasswordQuestion key={question.number} {...question} />}
        {state.status === 'expired' && <ExpiredDialog user={state.user} />}
      </ScreenChrome>
    </ConnectionContext>
  );
}

/** Undo of the user's last changes, also after a reload. Its code is loaded once there is something to undo. */
function LastChangeUndo() {
  return useStore(hasLastChange) && <UndoButton />;
}

/** Asks for the password when a request requires recent authentication. The request waits for it and is repeated. */
function usePasswordQuestion() {
  const [asked, setAsked] = useState<{ number: number } & ComponentProps<typeof PasswordQuestion>>();
  useEffect(() => {
    let number = 0;
    let cancelPrevious = (): void => {};
    const wrapper = askPassword(
      (details) =>
        new Promise((answer) => {
          // A second request cancels the first: one dialog is enough.
          cancelPrevious();
          cancelPrevious = () => answer(undefined);
          number += 1;
          const onAnswer = (password: string | undefined) => {
            answer(password);
            setAsked(undefined);
          };
          setAsked({ number, ...details, onAnswer });
        }),
    );
    api.wrapRequests(wrapper);
  }, []);
  return asked;
}

/** Asks before unsaved text is lost, in the app and when the tab closes. While a dialog is open, Back closes only that. */
function useUnsavedGuard(): void {
  const confirmLeaving = useConfirmLeaving();
  useBlocker({
    shouldBlockFn: async ({ action }) => (action === 'BACK' && closeTopDialog()) || !(await confirmLeaving()),
    enableBeforeUnload: mustConfirmClose,
  });
}

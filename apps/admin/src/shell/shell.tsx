import { Outlet, useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api } from '../api.ts';
import { useListedUploads } from '../listed-uploads.ts';
import { loadPart } from '../load-part.tsx';
import { usePublishingEvents } from '../publishing-events.ts';
import { useSession } from '../session.tsx';
import { ConfirmProvider } from '../ui/confirm.tsx';
import { ToastProvider } from '../ui/toast.tsx';
import { useConfirmLeaving } from '../ui/use-confirm-leaving.ts';
import { hasUnsaved } from '../unsaved.ts';
import { useWaitingSaves } from '../waiting-saves.ts';
import { BottomBar } from './bottom-bar.tsx';
import { CommandsProvider } from './commands.tsx';
import { ConnectionContext } from './connection.ts';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';

const ExpiredDialog = loadPart('ExpiredDialog', () => import('../features/login/expired-dialog.tsx'), {
  what: 'You are signed out. The form to sign in again',
  isDialog: true,
});

const PasswordQuestion = loadPart('PasswordQuestion', () => import('../features/login/password-question.tsx'), {
  what: 'The question for your password',
  isDialog: true,
});

const ResumeSaves = loadPart<'ResumeSaves', object>(
  'ResumeSaves',
  () => import('../features/content/resume-saves.tsx'),
  {
    what: 'What sends your waiting texts',
  },
);

const UploadStrip = loadPart('UploadStrip', () => import('../features/images/upload-strip.tsx'), {
  what: 'The uploads',
});

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
  const waiting = useWaitingSaves();
  const uploads = useListedUploads();
  const question = usePasswordQuestion();
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
          {uploads > 0 && <UploadStrip />}
        </div>
        <BottomBar />
      </div>
      {waiting > 0 && <ResumeSaves />}
      {question && <PasswordQuestion key={question.number} mistake={question.mistake} onAnswer={question.onAnswer} />}
      {state.status === 'expired' && <ExpiredDialog user={state.user} />}
    </ConnectionContext>
  );
}

/** The server wants the password again for some calls; they wait for the answer and go on by themselves. */
function usePasswordQuestion() {
  const [asked, setAsked] = useState<{
    number: number;
    mistake: string | undefined;
    onAnswer: (password: string | undefined) => void;
  }>();
  useEffect(() => {
    let number = 0;
    let turnBack = (): void => {};
    api.onPasswordNeeded(
      (mistake) =>
        new Promise((answer) => {
          // Of two calls at once the first turns back: one question is enough.
          turnBack();
          turnBack = () => answer(undefined);
          number += 1;
          const onAnswer = (password: string | undefined) => {
            answer(password);
            setAsked(undefined);
          };
          setAsked({ number, mistake, onAnswer });
        }),
    );
  }, []);
  return asked;
}

/** Asks before words are lost, in the app and when the tab closes; only when something really differs. */
function useUnsavedGuard(): void {
  const confirmLeaving = useConfirmLeaving();
  useBlocker({ shouldBlockFn: async () => !(await confirmLeaving()), enableBeforeUnload: hasUnsaved });
}

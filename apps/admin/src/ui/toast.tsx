import { IconX } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import classes from './toast.module.css';
import { useClearAfter } from './use-clear-after.ts';

export interface Toast {
  /** May contain a link, and may change while the toast is shown. */
  text: ReactNode;
  /** One action, such as Undo. */
  action?: { label: string; run: () => void } | undefined;
}

type Show = (toast: Toast) => void;

const ToastContext = createContext<Show>(() => undefined);

/** Returns a function that shows a message about something in the background. It replaces the previous message. */
export function useToast(): Show {
  return useContext(ToastContext);
}

const shownMs = 8000;
/** Leaves time to reach the button with the keyboard. */
const shownWithActionMs = 20_000;

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<Toast>();
  const clear = () => setToast(undefined);
  return (
    <ToastContext value={setToast}>
      {children}
      <div className={classes.place} role="status">
        {toast && <ToastView toast={toast} onClear={clear} />}
      </div>
    </ToastContext>
  );
}

function ToastView({ toast, onClear }: { toast: Toast; onClear: () => void }) {
  const { action } = toast;
  const pauseProps = useClearAfter(action ? shownWithActionMs : shownMs, { shown: toast, onClear });

  return (
    <div className={classes.toast} {...pauseProps}>
      <span>{toast.text}</span>
      {action && (
        <button
          type="button"
          onClick={() => {
            onClear();
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <IconButton icon={IconX} label="Close the message" size={26} onClick={onClear} className={classes.close} />
    </div>
  );
}

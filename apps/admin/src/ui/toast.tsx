import { IconX } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import classes from './toast.module.css';
import { useClearAfter } from './use-clear-after.ts';

export interface Toast {
  text: string;
  /** One thing that can be done about it, such as Undo. */
  action?: { label: string; run: () => void };
}

type Show = (toast: Toast) => void;

const ToastContext = createContext<Show>(() => undefined);

/** Says that something in the background worked. A newer one takes the place of the one before. */
export function useToast(): Show {
  return useContext(ToastContext);
}

const shownMs = 8000;
/** Whoever reads slowly, or looks for the button with a keyboard, has to get there. */
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
  const held = useClearAfter(action ? shownWithActionMs : shownMs, { shown: toast, onClear });

  return (
    <div className={classes.toast} {...held}>
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
      <IconButton label="Close the message" size={26} onClick={onClear} className={classes.close}>
        <IconX size={16} />
      </IconButton>
    </div>
  );
}

import { IconX } from '@tabler/icons-react';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import classes from './toast.module.css';

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

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<Toast>();
  const clear = useCallback(() => setToast(undefined), []);
  return (
    <ToastContext value={setToast}>
      {children}
      <div className={classes.place} role="status">
        {toast && <ToastView toast={toast} onClear={clear} />}
      </div>
    </ToastContext>
  );
}

/** Goes by itself, but not while somebody points at it or has the focus in it. */
function ToastView({ toast, onClear }: { toast: Toast; onClear: () => void }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(onClear, shownMs);
    return () => clearTimeout(timer);
  }, [held, toast, onClear]);
  const { action } = toast;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only keeps it on the screen
    <div
      className={classes.toast}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
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

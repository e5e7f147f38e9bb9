import { IconAlertCircle, IconCircleCheck, IconX } from '@tabler/icons-react';
import {
  createContext,
  type Dispatch,
  type FocusEvent,
  type ReactNode,
  type RefObject,
  type SetStateAction,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Alert } from './alert.tsx';
import { IconButton } from './icon-button.tsx';
import { TextButton } from './text-button.tsx';
import classes from './toast.module.css';
import { useClearAfter } from './use-clear-after.ts';

export interface Toast {
  /** The id of its subject, with which it is closed. */
  about?: string | undefined;
  /** Default: something was done. */
  tone?: 'success' | 'danger' | undefined;
  /** Above the text, in bold. */
  title?: string | undefined;
  /** May contain a link, and may change while the toast is shown. */
  text: ReactNode;
  /** One action, such as Undo. */
  action?: { label: string; run: () => void } | undefined;
  /** Default: 8 s, or 20 s with an action. */
  shownMs?: number | undefined;
}

type Show = (toast: Toast) => void;

export const ToastContext = createContext<Dispatch<SetStateAction<Toast | undefined>>>(() => undefined);

/** Returns a function that shows the result of an action in the one place for such messages. It replaces the previous one. */
export function useToast(): Show {
  return useContext(ToastContext);
}

const defaultMs = 8000;
/** Leaves time to reach the button with the keyboard. */
const withActionMs = 20_000;

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<Toast>();
  const view = toast && <ToastView toast={toast} onClear={() => setToast(undefined)} />;
  const hasFailed = toast?.tone === 'danger';
  return (
    <ToastContext value={setToast}>
      {children}
      <div className={classes.place}>
        <div role="status">{!hasFailed && view}</div>
        {hasFailed && view}
      </div>
    </ToastContext>
  );
}

function ToastView({ toast, onClear }: { toast: Toast; onClear: () => void }) {
  const { tone = 'success', title, text, action, shownMs = action ? withActionMs : defaultMs } = toast;
  const pauseProps = useClearAfter(shownMs, { shown: toast, onClear });
  useReservedSpace(pauseProps.ref);
  const focusBefore = useRef<Element>(null);
  const Icon = tone === 'success' ? IconCircleCheck : IconAlertCircle;
  const close = () => {
    const hasFocus = pauseProps.ref.current?.contains(document.activeElement);
    if (hasFocus && focusBefore.current instanceof HTMLElement) focusBefore.current.focus({ preventScroll: true });
    onClear();
  };

  return (
    <Alert
      {...pauseProps}
      tone={tone}
      role={tone === 'danger' ? 'alert' : undefined}
      className={classes.toast}
      data-toast=""
      icon={<Icon size={18} aria-hidden="true" />}
      onFocus={({ relatedTarget, currentTarget }: FocusEvent<HTMLDivElement>) => {
        if (!currentTarget.contains(relatedTarget)) focusBefore.current = relatedTarget;
        pauseProps.onFocus();
      }}
      actions={
        <div className={classes.actions}>
          {action && (
            <TextButton
              onClick={() => {
                close();
                action.run();
              }}
            >
              {action.label}
            </TextButton>
          )}
          <IconButton icon={IconX} label="Close the message" size={26} color={tone} onClick={close} />
        </div>
      }
    >
      {title && <strong className={classes.title}>{title}</strong>}
      {text}
    </Alert>
  );
}

/** The space above and below a toast. */
const marginsPx = 16;

/**
 * Sets the space that the toast takes while it is shown. Everything below it can be scrolled from under it, and on phones
 * the screen ends above it. A focused control that it would cover is scrolled into view.
 */
function useReservedSpace(toast: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = document.documentElement;
    root.dataset.hasToast = '';
    const showFocused = () => {
      const focused = document.activeElement;
      // A part of the screen that has the focus only as a fallback may be partly out of view.
      if (focused?.matches('[data-scrolls] *:not([tabindex="-1"])')) focused.scrollIntoView({ block: 'nearest' });
    };
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
      root.style.setProperty('--toast-space', `${Math.ceil(height) + marginsPx}px`);
      showFocused();
    });
    if (toast.current) observer.observe(toast.current);
    document.addEventListener('focusin', showFocused);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', showFocused);
      root.style.removeProperty('--toast-space');
      delete root.dataset.hasToast;
    };
  }, [toast]);
}

import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type ComponentProps, useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';

const shownMs = 2000;

/** Copies a text. Returns the result as a message, for 2 s after the last press. */
function useCopy(text: string) {
  const [result, setResult] = useState<{ isCopied: boolean }>();
  useEffect(() => {
    if (!result) return;
    const timer = setTimeout(() => setResult(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [result]);
  const message = result && (result.isCopied ? 'Copied' : 'Could not be copied');
  return { copy: async () => setResult({ isCopied: await copyText(text) }), isCopied: result?.isCopied, message };
}

/** Copies a text and shows the result as its label. Works on plain http too. */
export function CopyButton({ text, children, ...button }: ComponentProps<typeof Button> & { text: string }) {
  const { copy, message } = useCopy(text);
  return (
    <Button {...button} onClick={copy} aria-live="polite">
      {message ?? children}
    </Button>
  );
}

/** The same as an icon, where there is no room for a label. */
export function CopyIconButton({ text, label }: { text: string; label: string }) {
  const { copy, isCopied, message } = useCopy(text);
  return (
    <>
      <IconButton icon={isCopied ? IconCheck : IconCopy} label={label} size={28} onClick={copy} />
      <span className="visually-hidden" role="status">
        {message}
      </span>
    </>
  );
}

/**
 * Copies a text to the clipboard. Browsers have `navigator.clipboard` only on https and localhost; elsewhere a selection is
 * copied.
 *
 * @returns whether the text was copied
 */
async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Refused, for example in a frame, where copying a selection may still be allowed.
  }
  return copyBySelection(text);
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'visually-hidden';
  field.readOnly = true;
  // Inside an open dialog, because its focus trap would clear a selection outside.
  (focused?.closest('[role=dialog]') ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}

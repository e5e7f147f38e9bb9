import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type ComponentProps, useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { copyText } from './copy-text.ts';
import { IconButton } from './icon-button.tsx';

const shownMs = 2000;

/** Copies a text. Returns the outcome in words, for 2 s after the last press. */
function useCopy(text: string) {
  const [outcome, setOutcome] = useState<{ isCopied: boolean }>();
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [outcome]);
  const message = outcome && (outcome.isCopied ? 'Copied' : 'It could not be copied');
  return { copy: async () => setOutcome({ isCopied: await copyText(text) }), isCopied: outcome?.isCopied, message };
}

interface CopyButtonProps extends ComponentProps<typeof Button> {
  text: string;
}

/** Copies a text and says the outcome in its own label. Works on plain http too. */
export function CopyButton({ text, children, ...button }: CopyButtonProps) {
  const { copy, message } = useCopy(text);
  return (
    <Button {...button} onClick={copy} aria-live="polite">
      {message ?? children}
    </Button>
  );
}

/** The same as an icon, where a label has no room. */
export function CopyIconButton({ text, label }: { text: string; label: string }) {
  const { copy, isCopied, message } = useCopy(text);
  return (
    <>
      <IconButton label={label} size={28} onClick={copy}>
        {isCopied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      </IconButton>
      <span className="visually-hidden" role="status">
        {message}
      </span>
    </>
  );
}

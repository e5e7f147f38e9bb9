import { type ComponentProps, useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { copyText } from './copy-text.ts';

const shownMs = 2000;

interface CopyButtonProps extends ComponentProps<typeof Button> {
  text: string;
}

/** Says for 2 s what came of it, also to those who do not see it. Works on plain http too. */
export function CopyButton({ text, children, ...button }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<string>();
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => setOutcome((await copyText(text)) ? 'Copied' : 'It could not be copied');
  return (
    <Button {...button} onClick={copy} aria-live="polite">
      {outcome ?? children}
    </Button>
  );
}

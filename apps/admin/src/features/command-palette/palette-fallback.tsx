import type { KeyboardEvent } from 'react';
import classes from './palette-fallback.module.css';
import { PaletteField } from './palette-field.tsx';

interface PaletteFallbackProps {
  words: string;
  onWords: (words: string) => void;
  onClose: () => void;
}

/** Stands for the palette until its code is there. It is modal: what is typed is words, and no shortcut. */
export function PaletteFallback({ words, onWords, onClose }: PaletteFallbackProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    // There is nothing else in here to go to.
    if (event.key === 'Tab') event.preventDefault();
  };
  return (
    <div className={classes.box} role="dialog" aria-modal="true" aria-label="Search or jump to">
      <PaletteField words={words} onWords={onWords} onKeyDown={onKeyDown} />
    </div>
  );
}

import { IconSearch } from '@tabler/icons-react';
import { type ComponentProps, type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import classes from './palette-field.module.css';

export interface PaletteSearch {
  query: string;
  onQueryChange: (query: string) => void;
}

/** The search field of the palette. It takes the focus when it appears, with the caret behind the text. */
export function PaletteField({ query, onQueryChange, ...input }: PaletteSearch & ComponentProps<'input'>) {
  const field = useRef<HTMLInputElement>(null);
  // Before the next key press: a dialog moves the focus only later.
  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, []);
  return (
    <div className={classes.field}>
      <IconSearch size={18} aria-hidden="true" />
      <input
        {...input}
        ref={field}
        type="text"
        aria-label="Search or jump to"
        placeholder="Find text, screens, actions"
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => onQueryChange(event.currentTarget.value)}
      />
    </div>
  );
}

/** Takes the place of the palette until its code has loaded. It is modal, so that no key press triggers a shortcut. */
export function PaletteFallback({ onClose, ...search }: PaletteSearch & { onClose: () => void }) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    // The field is the only element to focus.
    if (event.key === 'Tab') event.preventDefault();
  };
  return (
    <div className={classes.box} role="dialog" aria-modal="true" aria-label="Search or jump to">
      <PaletteField {...search} onKeyDown={onKeyDown} />
    </div>
  );
}

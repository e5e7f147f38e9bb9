import { IconSearch } from '@tabler/icons-react';
import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import classes from './palette-field.module.css';

interface PaletteFieldProps extends ComponentProps<'input'> {
  words: string;
  onWords: (words: string) => void;
}

/** The field of the palette; it takes the caret as soon as it is there, behind the words that it begins with. */
export function PaletteField({ words, onWords, ...rest }: PaletteFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  // Before the next key: a dialog gives the focus away only later.
  useLayoutEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, []);
  return (
    <div className={classes.field}>
      <IconSearch size={18} aria-hidden="true" />
      <input
        {...rest}
        ref={field}
        type="text"
        aria-label="Search or jump to"
        placeholder="Find words, screens, actions"
        autoComplete="off"
        spellCheck={false}
        value={words}
        onChange={(event) => onWords(event.currentTarget.value)}
      />
    </div>
  );
}

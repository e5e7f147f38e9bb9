import { TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { type Draft, nameInAdmin } from '../model/form-model.ts';
import { titlePointer } from '../model/merge.ts';
import classes from './editor.module.css';

interface NameInAdminProps {
  draft: Draft;
  onChange: (draft: Draft, pointer: string) => void;
}

/**
 * The optional title of an item (Spec §3). Last and folded: whoever looks for the headline that visitors read must not find
 * this one first.
 */
export function NameInAdmin({ draft, onChange }: NameInAdminProps) {
  const hint = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={classes.name}
      open={isOpen || draft.title !== ''}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        {nameInAdmin.title}{' '}
        <span className={classes.optional} id={hint}>
          Optional. {nameInAdmin.description}
        </span>
      </summary>
      <TextInput
        aria-label={nameInAdmin.title}
        attributes={{ input: { 'aria-describedby': hint } }}
        data-pointer={titlePointer}
        value={draft.title}
        maxLength={80}
        onChange={(event) => onChange({ ...draft, title: event.currentTarget.value }, titlePointer)}
      />
    </details>
  );
}

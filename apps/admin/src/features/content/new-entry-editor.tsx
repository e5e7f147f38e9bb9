import { addressOf, isReservedKey } from '@threadline/schema/link-targets';
import { useState } from 'react';
import classes from './content.module.css';
import { itemId } from './content-query.ts';
import type { Failure } from './failed-saves.ts';
import { blankValue, fieldOf } from './form-model.ts';
import { type Draft, ItemEditor } from './item-editor.tsx';
import type { ItemGroupViewProps } from './item-group-view.tsx';
import { titleOf } from './item-text.ts';
import { entryDefinition, type NamedList, newKey } from './section-model.ts';

interface NewEntryEditorProps extends ItemGroupViewProps {
  list: NamedList;
  draft: Draft | undefined;
  save: ItemGroupViewProps['saving']['save'];
}

/** Spec §2 'Add New Content': an entry with the defaults of its kind, or a copy of another one. */
export function NewEntryEditor({ list, draft, section, content, choices, saving, onAdd }: NewEntryEditorProps) {
  const definition = entryDefinition(section, list);
  const [start] = useState<Draft>(() => draft ?? { value: blankValue(fieldOf(definition.schema)), title: '' });
  const [pending, setPending] = useState<string>();
  const failure: Failure | undefined = pending === undefined ? undefined : saving.failures[pending];
  const isSaving = pending !== undefined && saving.saving.includes(pending);
  const taken = Object.keys(content[section] ?? {});
  const isFree = (key: string) => !taken.includes(key) && !isReservedKey(section, key);
  const keyFor = ({ value, title }: Draft) =>
    newKey(list, title || titleOf({ value, metadata: {} }, definition), isFree);

  const onSave = (written: Draft) => {
    const key = keyFor(written);
    setPending(itemId({ section, key }));
    const metadata = written.title.trim() === '' ? {} : { title: written.title };
    saving.save(
      { section, key, value: written.value, metadata, version: undefined },
      { onSaved: () => onAdd(undefined) },
    );
  };
  const note = (written: Draft) => {
    const address = addressOf(section, keyFor(written));
    return address && `Visitors will find it at ${address}`;
  };

  return (
    <li className={classes.card} data-open>
      <div className={classes.row}>
        <h3>New {list.itemTitle}</h3>
        {isSaving && <span className="meta">Saving…</span>}
      </div>
      <ItemEditor
        key={failure ? 'failed' : 'fresh'}
        definition={definition}
        draft={failure?.draft ?? start}
        choices={choices}
        refused={failure?.errors}
        problem={failure?.problem}
        note={note}
        onSave={onSave}
        onCancel={() => {
          if (pending) saving.forget(pending);
          onAdd(undefined);
        }}
      />
    </li>
  );
}

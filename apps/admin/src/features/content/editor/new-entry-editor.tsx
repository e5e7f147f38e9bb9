import type { ItemDefinition } from '@threadline/schema/content/content-model';
import { getField } from '@threadline/schema/content/form-field';
import { getItemTitle } from '@threadline/schema/content/item-name';
import { getAddress, isReservedKey } from '@threadline/schema/content/link-targets';
import { useRef, useState } from 'react';
import { useUser } from '../../../session.tsx';
import { showSaved } from '../../preview/host/preview-overrides.ts';
import classes from '../list/content.module.css';
import type { SectionViewProps } from '../list/section-view.tsx';
import { getItemId } from '../model/content-query.ts';
import { completeValue, type FormText, isEqual, startingValue, withTitle } from '../model/form-model.ts';
import { createEntryDefinition, createKey, getNewEntryId, type NamedList } from '../model/section-model.ts';
import { readLocalText, removeLocalText, storeLocalText } from '../saving/local-texts.ts';
import { getEditorMessage } from '../saving/save-queue.ts';
import type { FormChoices } from './field-frame.tsx';
import { ItemEditor } from './item-editor.tsx';
import { RestoreTextPrompt } from './open-editor.tsx';

interface NewEntryEditorProps extends Pick<SectionViewProps, 'section' | 'content' | 'mutations'> {
  list: NamedList;
  choices: FormChoices;
  /** A copy of another entry. */
  initialText: FormText | undefined;
  /** The key of the entry before it. */
  after: string | undefined;
  /** Called with the key of the new entry, or without one when it was given up. */
  onClose: (key?: string) => void;
}

/** The editor of a new entry, with the defaults of its kind or a copy of another one ("Add New Content", Spec §2). */
export function NewEntryEditor({
  list,
  initialText,
  after,
  section,
  content,
  choices,
  mutations,
  onClose,
}: NewEntryEditorProps) {
  const definition = createEntryDefinition(section, list);
  const field = getField(definition.schema);
  const items = content[section] ?? {};
  const localId = getNewEntryId(section, list);
  const localKey = { userId: useUser()._id, id: localId };
  const [start, setStart] = useState<FormText>(() => initialText ?? { value: startingValue(field), title: '' });
  const [offered, setOffered] = useState(() => {
    const stored = readLocalText(localKey);
    const isSaved = Object.values(items).some(({ value }) => isEqual(completeValue(field, value), stored?.text.value));
    return isSaved ? undefined : stored;
  });
  const [previewKey] = useState(() => createKey(list, 'draft', (key) => !Object.hasOwn(items, key)));
  const [savedKey, setSavedKey] = useState<string>();
  const savedId = savedKey === undefined ? undefined : getItemId({ section, key: savedKey });
  const sent = savedId === undefined ? undefined : mutations.queue[savedId];
  const failed = sent?.state === 'sending' ? undefined : sent;
  const card = useRef<HTMLLIElement>(null);

  const getKey = ({ value, title }: FormText) =>
    createKey(
      list,
      title || getItemTitle({ value, metadata: {} }, definition),
      (key) => !Object.hasOwn(items, key) && !isReservedKey(section, key) && !(failed && key === savedKey),
    );
  const dismiss = () => savedId && mutations.dismiss(savedId);

  const save = (written: FormText) => {
    // A pending save may have arrived without its reply: another key would create the entry twice.
    const key = failed?.state === 'pending' && savedKey !== undefined ? savedKey : getKey(written);
    dismiss();
    setSavedKey(key);
    storeLocalText(localKey, { text: written });
    const metadata = withTitle({}, written);
    return mutations.run(
      { kind: 'save', section, key, value: written.value, metadata, version: undefined, after },
      {
        edit: { text: written, base: undefined, localId },
        onSaved: () => {
          if (!card.current) return onClose(); // the user is in another section by now
          showSaved({ section, key });
          onClose(key);
        },
      },
    );
  };

  return (
    <li className={classes.card} data-open ref={card}>
      <div className={classes.row}>
        <h3>New {list.itemTitle}</h3>
        {sent?.state === 'sending' && <small>Saving…</small>}
      </div>
      {offered ? (
        <RestoreTextPrompt
          definition={definition}
          stored={offered}
          saved={undefined}
          onRestore={() => {
            setStart(offered.text);
            setOffered(undefined);
          }}
          onDrop={() => {
            removeLocalText(localKey);
            setOffered(undefined);
          }}
        />
      ) : (
        <ItemEditor
          key={failed ? 'failed' : 'fresh'}
          previewed={{ section, key: previewKey, after, isNew: true }}
          definition={definition}
          title={`New ${list.itemTitle}`}
          needsAlt
          initialText={failed?.edit?.text ?? start}
          choices={choices}
          serverErrors={failed?.errors}
          message={getEditorMessage(failed)}
          note={(written) => getAddressNote(written, definition, () => getAddress(section, getKey(written)))}
          pending={failed?.state === 'pending' ? failed.edit?.text : undefined}
          onSave={save}
          onUnsavedText={(written) =>
            written ? storeLocalText(localKey, { text: written }) : removeLocalText(localKey)
          }
          onDrop={dismiss}
          onCancel={() => {
            dismiss();
            removeLocalText(localKey);
            onClose();
          }}
        />
      )}
    </li>
  );
}

/** Returns undefined until the entry has a name of its own, because its address would be made of other text. */
function getAddressNote(
  { value, title }: FormText,
  definition: ItemDefinition,
  getAddress: () => string | undefined,
): string | undefined {
  const isNamed =
    title !== '' ||
    (Boolean((value as { title?: string }).title) &&
      getItemTitle({ value, metadata: {} }, definition) !== definition.title);
  const address = isNamed ? getAddress() : undefined;
  return address && `Page link: ${address}`;
}

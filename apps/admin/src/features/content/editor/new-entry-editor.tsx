import type { ItemDefinition } from '@threadline/schema/content-model';
import { fieldOf } from '@threadline/schema/form-field';
import { titleOf } from '@threadline/schema/item-name';
import { addressOf, isReservedKey } from '@threadline/schema/link-targets';
import { useRef, useState } from 'react';
import { useUser } from '../../../session.tsx';
import { showSaved } from '../../preview/host/preview-overrides.ts';
import classes from '../list/content.module.css';
import type { ItemGroupViewProps } from '../list/item-group-view.tsx';
import { itemId } from '../model/content-query.ts';
import type { Draft } from '../model/form-model.ts';
import { blankValue, completed, isSame } from '../model/form-model.ts';
import { entryDefinition, type NamedList, newKey } from '../model/section-model.ts';
import { dropDraft, keepDraft, readDraft } from '../saving/drafts.ts';
import { DraftOfferPart } from '../saving/restore-draft-prompt-lazy.ts';
import { type Failure, problemInEditor } from '../saving/save-queue.ts';
import { ItemEditor } from './item-editor.tsx';
import { expectCard } from './use-restore-focus.ts';

interface NewEntryEditorProps extends ItemGroupViewProps {
  list: NamedList;
  /** A copy of another entry. */
  draft: Draft | undefined;
}

/** Spec §2 'Add New Content': an entry with the defaults of its kind, or a copy of another one. */
export function NewEntryEditor({ list, draft, section, content, choices, saving, onAdd, group }: NewEntryEditorProps) {
  const definition = entryDefinition(section, list);
  const field = fieldOf(definition.schema);
  const place = { userId: useUser()._id, id: newEntryId(section, list) };
  const [start, setStart] = useState<Draft>(() => draft ?? { value: blankValue(field), title: '' });
  const [offer, setOffer] = useState(() => {
    const kept = readDraft(place);
    const isThere = group.items.some(({ item }) => isSame(completed(field, item.value), kept?.draft.value));
    return isThere ? undefined : kept;
  });
  const [previewKey] = useState(() => newKey(list, 'draft', (key) => !Object.hasOwn(content[section] ?? {}, key)));
  const [pending, setPending] = useState<string>();
  const failure: Failure | undefined = pending === undefined ? undefined : saving.failures[pending];
  const isSaving = pending !== undefined && saving.saving.includes(pending);
  const taken = Object.keys(content[section] ?? {});
  const isFree = (key: string) =>
    !taken.includes(key) && !isReservedKey(section, key) && !(failure && pending === itemId({ section, key }));
  const keyFor = ({ value, title }: Draft) =>
    newKey(list, title || titleOf({ value, metadata: {} }, definition), isFree);
  const close = () => {
    dropDraft(place);
    onAdd(undefined);
  };

  const card = useRef<HTMLLIElement>(null);
  const arrive = (key: string) => {
    // Not for somebody who is in another section by now.
    if (card.current) {
      expectCard(itemId({ section, key }));
      showSaved({ section, key });
    }
    close();
  };

  const onSave = (written: Draft) => {
    const key = failure?.waiting?.change.key ?? keyFor(written);
    if (pending) saving.forget(pending);
    setPending(itemId({ section, key }));
    const metadata = written.title.trim() === '' ? {} : { title: written.title };
    saving.run(
      { kind: 'save', section, key, value: written.value, metadata, version: undefined },
      {
        edit: { draft: written, base: undefined },
        isStored: keepDraft(place, { draft: written }),
        onSaved: () => arrive(key),
      },
    );
  };
  const note = (written: Draft) => {
    const address = hasOwnName(written, definition) ? addressOf(section, keyFor(written)) : undefined;
    return address && `Visitors will find it at ${address}`;
  };

  return (
    <li className={classes.card} data-open ref={card}>
      <div className={classes.row}>
        <h3>New {list.itemTitle}</h3>
        {isSaving && <span className="meta">Saving…</span>}
      </div>
      {offer ? (
        <DraftOfferPart
          definition={definition}
          kept={offer}
          saved={undefined}
          onUse={() => {
            setStart(offer.draft);
            setOffer(undefined);
          }}
          onDrop={() => {
            dropDraft(place);
            setOffer(undefined);
          }}
        />
      ) : (
        <ItemEditor
          key={failure ? 'failed' : 'fresh'}
          previewed={{ section, key: previewKey }}
          definition={definition}
          draft={failure?.edit?.draft ?? start}
          choices={choices}
          refused={failure?.errors}
          problem={problemInEditor(failure)}
          note={note}
          onSave={onSave}
          onDraft={(written) => {
            if (written) keepDraft(place, { draft: written });
            else dropDraft(place);
          }}
          sent={failure?.waiting && failure.edit?.draft}
          onDrop={() => pending && saving.forget(pending)}
          onCancel={() => {
            if (pending) saving.forget(pending);
            close();
          }}
        />
      )}
    </li>
  );
}

/** Without one its address would be made of whatever else stands there. */
function hasOwnName({ value, title }: Draft, definition: ItemDefinition): boolean {
  if (title !== '') return true;
  const own = (value as { title?: string }).title;
  return Boolean(own) && titleOf({ value, metadata: {} }, definition) !== definition.title;
}

/** The name under which the words of an entry are kept that does not exist yet. */
export function newEntryId(section: string, list: NamedList): string {
  return `${section}.new-${list.name}`;
}

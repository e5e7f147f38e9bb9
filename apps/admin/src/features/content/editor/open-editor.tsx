import { useNavigate } from '@tanstack/react-router';
import type { ContentItem } from '@threadline/schema/content-item';
import { fieldOf } from '@threadline/schema/form-field';
import { useState } from 'react';
import { useUser } from '../../../session.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import type { ItemGroupViewProps } from '../list/item-group-view.tsx';
import { itemId } from '../model/content-query.ts';
import type { Draft } from '../model/form-model.ts';
import { completed, isSame } from '../model/form-model.ts';
import type { ShownItem } from '../model/section-model.ts';
import type { Save } from '../saving/content-mutations.ts';
import { type DraftPlace, dropDraft, type KeptDraft, keepDraft, readDraft } from '../saving/drafts.ts';
import { DraftOfferPart } from '../saving/restore-draft-prompt-lazy.ts';
import { type Failure, failureOf, problemInEditor, setFailure } from '../saving/save-queue.ts';
import { ItemEditor } from './item-editor.tsx';

const ConflictView = lazyComponent('ConflictView', () => import('./conflict-view.tsx'), {
  label: 'The comparison with the newer text',
});

interface OpenEditorProps extends Pick<ItemGroupViewProps, 'saving' | 'choices' | 'section'> {
  shown: ShownItem;
  focus: string | undefined;
}

/** The editor of an item: its form, or before it the question that has to be answered first. */
export function OpenEditor({ shown, saving, choices, section, focus }: OpenEditorProps) {
  const { definition } = shown;
  // What the edit starts from. The list may change underneath, for example when somebody else saves; this must not.
  const [item, setItem] = useState(shown.item);
  const id = itemId(item);
  const place = { userId: useUser()._id, id };
  const failure = saving.failures[id];
  const saved = draftOf(item, definition);
  const [offer, setOffer] = useState(() => (failure ? undefined : offerFor(place, shown)));
  /** Words from storage: in the form, or against a text that is newer than what they started from. */
  const [restored, setRestored] = useState<KeptDraft>();
  const navigate = useNavigate();
  const close = () => navigate({ to: '/content', search: { section } });
  const drop = () => {
    dropDraft(place);
    saving.forget(id);
    close();
  };

  const saveFrom = (from: ContentItem) => (draft: Draft) => {
    const { title: _, ...kept } = from.metadata;
    const metadata = draft.title.trim() === '' ? kept : { ...kept, title: draft.title };
    const change: Save = { kind: 'save', section, key: item.key, value: draft.value, metadata, version: from.version };
    const base = draftOf(from, definition);
    saving.run(change, {
      edit: { draft, base },
      isStored: keepDraft(place, { draft, base, version: from.version }),
      onSaved: () => dropDraft(place),
      onDrop: () => dropDraft(place),
      // The editor reopens with the words, unless another one was opened meanwhile.
      onFailed: () =>
        navigate({ to: '/content', search: (now) => ('item' in now && now.item ? now : { section, item: item.key }) }),
    });
    close();
  };
  const onDraft = (draft: Draft | undefined) => {
    if (draft) keepDraft(place, { draft, base: saved, version: item.version });
    else dropDraft(place);
    hold(id, draft);
  };

  if (offer) {
    const isStale = offer.version !== undefined && offer.version !== item.version;
    return (
      <DraftOfferPart
        definition={definition}
        kept={offer}
        saved={saved}
        onDrop={() => {
          dropDraft(place);
          setOffer(undefined);
        }}
        onUse={() => {
          setRestored(isStale ? offer : { ...offer, version: undefined });
          setOffer(undefined);
        }}
      />
    );
  }
  const conflict = conflictOf(failure, { restored, item });
  if (conflict) {
    const { theirs } = conflict;
    return (
      <ConflictView
        definition={definition}
        {...conflict}
        choices={choices}
        onSave={saveFrom(theirs)}
        onDraft={(draft) => {
          if (draft) return keepDraft(place, { draft, base: draftOf(theirs, definition), version: theirs.version });
          dropDraft(place);
          saving.forget(id);
        }}
        onTakeTheirs={() => {
          dropDraft(place);
          saving.takeTheirs(theirs).then(close);
        }}
        onEdit={(draft) => {
          setItem(theirs);
          setRestored({ draft, at: '' });
          saving.editAgain(theirs, draft);
        }}
      />
    );
  }
  return (
    <ItemEditor
      previewed={item}
      definition={definition}
      saved={saved}
      draft={failure?.edit?.draft ?? restored?.draft}
      choices={choices}
      refused={failure?.errors}
      problem={problemInEditor(failure)}
      focus={focus}
      onSave={saveFrom(item)}
      onCancel={drop}
      onDraft={onDraft}
      sent={failure?.waiting && failure.edit?.draft}
      onDrop={() => saving.forget(id)}
    />
  );
}

function draftOf({ value, metadata }: ContentItem, { schema }: ShownItem['definition']): Draft {
  return { value: completed(fieldOf(schema), value), title: metadata.title ?? '' };
}

/** Words that were typed and not saved; not those that the item has by now. */
export function offerFor(place: DraftPlace, { item, definition }: ShownItem): KeptDraft | undefined {
  const kept = readDraft(place);
  return kept && !isSame(kept.draft, draftOf(item, definition)) ? kept : undefined;
}

interface Conflict {
  base: Draft | undefined;
  mine: Draft;
  theirs: ContentItem;
}

function conflictOf(
  failure: Failure | undefined,
  { restored, item }: { restored: KeptDraft | undefined; item: ContentItem },
): Conflict | undefined {
  if (failure?.theirs && failure.edit) {
    return { base: failure.edit.base, mine: failure.edit.draft, theirs: failure.theirs };
  }
  const isStale = restored?.version !== undefined && restored.version !== item.version;
  return isStale ? { base: restored.base as Draft | undefined, mine: restored.draft, theirs: item } : undefined;
}

/** Whoever types on while a save waits wants to save that: nothing is sent without them. */
function hold(id: string, draft: Draft | undefined): void {
  const failure = failureOf(id);
  if (!failure?.waiting || !draft || isSame(draft, failure.edit?.draft)) return;
  setFailure(id, { ...failure, waiting: undefined, edit: { draft, base: failure.edit?.base } });
}

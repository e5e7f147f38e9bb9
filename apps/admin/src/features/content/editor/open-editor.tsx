import { useNavigate } from '@tanstack/react-router';
import type { ContentItem } from '@threadline/schema/content/content-item';
import { getField } from '@threadline/schema/content/form-field';
import { useState } from 'react';
import { useUser } from '../../../session.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { getItemId } from '../model/content-query.ts';
import { completeValue, type Draft, isEqual } from '../model/form-model.ts';
import type { ShownItem } from '../model/section-model.ts';
import { readDraft, removeDraft, type StoredDraft, storeDraft } from '../saving/drafts.ts';
import { getEditorMessage, holdPending, type QueuedChange } from '../saving/save-queue.ts';
import type { ContentMutations } from '../saving/use-content-mutations.ts';
import type { FormChoices } from './field-frame.tsx';
import { ItemEditor } from './item-editor.tsx';

export const ConflictView = lazyComponent('ConflictView', () => import('./conflict-view.tsx'), {
  label: 'The comparison with the newer text',
});

export const RestoreDraftPrompt = lazyComponent(
  'RestoreDraftPrompt',
  () => import('../saving/restore-draft-prompt.tsx'),
  { label: 'Your unsaved text is not lost. The prompt to restore it' },
);

interface OpenEditorProps {
  shown: ShownItem;
  mutations: ContentMutations;
  choices: FormChoices;
  focus: string | undefined;
}

/** The editor of an existing item, or first the decision about a stored draft or about a conflict. */
export function OpenEditor({ shown, mutations, choices, focus }: OpenEditorProps) {
  const { definition } = shown;
  // The edit keeps the version it started from when the list changes underneath, for example by another editor's save.
  const [item, setItem] = useState(shown.item);
  const id = getItemId(item);
  const { section, key } = item;
  const draftKey = { userId: useUser()._id, id };
  const queued = mutations.queue[id]?.edit && mutations.queue[id];
  const saved = toDraft(item, shown);
  const [offered, setOffered] = useState(() => (queued ? undefined : findUnsaved(readDraft(draftKey), shown)));
  const [restored, setRestored] = useState<StoredDraft>();
  const navigate = useNavigate();

  const close = () => navigate({ to: '/content', search: { section } });
  const discard = () => {
    removeDraft(draftKey);
    mutations.dismiss(id);
  };
  const save = (draft: Draft, from: ContentItem, { isLeaving = false } = {}) => {
    const { title: _, ...others } = from.metadata;
    const metadata = draft.title.trim() === '' ? others : { ...others, title: draft.title };
    const base = toDraft(from, shown);
    storeDraft(draftKey, { draft, base, version: from.version });
    const isSaved = mutations.run(
      { kind: 'save', section, key, value: draft.value, metadata, version: from.version },
      {
        edit: { draft, base, draftId: id },
        // The editor opens again with the text, unless another one was opened meanwhile.
        onFailed: () =>
          navigate({ to: '/content', search: (now) => ('item' in now && now.item ? now : { section, item: key }) }),
      },
    );
    if (!isLeaving) close();
    return isSaved;
  };

  if (offered) {
    const isStale = offered.version !== undefined && offered.version !== item.version;
    return (
      <RestoreDraftPrompt
        definition={definition}
        stored={offered}
        saved={saved}
        onDrop={() => {
          removeDraft(draftKey);
          setOffered(undefined);
        }}
        onRestore={() => {
          setRestored(isStale ? offered : { ...offered, version: undefined });
          setOffered(undefined);
        }}
      />
    );
  }
  const conflict = findConflict(queued, restored, item);
  if (conflict) {
    const { theirs } = conflict;
    return (
      <ConflictView
        definition={definition}
        {...conflict}
        choices={choices}
        onSave={(draft) => save(draft, theirs)}
        onDraft={(draft) => {
          if (draft) storeDraft(draftKey, { draft, base: toDraft(theirs, shown), version: theirs.version });
          else discard();
        }}
        onTakeTheirs={() => {
          removeDraft(draftKey);
          mutations.acceptServer(id).then(close);
        }}
        onEdit={(draft) => {
          setItem(theirs);
          setRestored({ draft, at: '' });
          mutations.reopenWithServerBase(id, draft);
        }}
      />
    );
  }
  return (
    <ItemEditor
      previewed={item}
      definition={definition}
      saved={saved}
      draft={queued?.edit?.draft ?? restored?.draft}
      choices={choices}
      serverErrors={queued?.errors}
      message={getEditorMessage(queued)}
      focus={focus}
      pending={queued?.state === 'pending' ? queued.edit?.draft : undefined}
      onSave={(draft, options) => save(draft, item, options)}
      onCancel={() => {
        discard();
        close();
      }}
      onDraft={(draft) => {
        if (!draft) return removeDraft(draftKey);
        storeDraft(draftKey, { draft, base: saved, version: item.version });
        holdPending(id, draft);
      }}
      onDrop={() => mutations.dismiss(id)}
    />
  );
}

function toDraft({ value, metadata }: ContentItem, { definition }: ShownItem): Draft {
  return { value: completeValue(getField(definition.schema), value), title: metadata.title ?? '' };
}

/** Returns the stored draft unless it is equal to the saved item. */
export function findUnsaved(stored: StoredDraft | undefined, shown: ShownItem): StoredDraft | undefined {
  return stored && !isEqual(stored.draft, toDraft(shown.item, shown)) ? stored : undefined;
}

interface Conflict {
  base: Draft | undefined;
  mine: Draft;
  theirs: ContentItem;
}

function findConflict(
  queued: QueuedChange | undefined,
  restored: StoredDraft | undefined,
  item: ContentItem,
): Conflict | undefined {
  if (queued?.serverVersion && queued.edit) {
    return { base: queued.edit.base, mine: queued.edit.draft, theirs: queued.serverVersion };
  }
  const isStale = restored?.version !== undefined && restored.version !== item.version;
  return isStale ? { base: restored.base as Draft | undefined, mine: restored.draft, theirs: item } : undefined;
}

import { useNavigate } from '@tanstack/react-router';
import type { ContentItem } from '@threadline/schema/content/content-item';
import { getField } from '@threadline/schema/content/form-field';
import { useState } from 'react';
import { useUser } from '../../../session.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { getItemId } from '../model/content-query.ts';
import { completeValue, type FormText, isEqual, withTitle } from '../model/form-model.ts';
import type { ShownItem } from '../model/section-model.ts';
import { type LocalText, readLocalText, removeLocalText, storeLocalText } from '../saving/local-texts.ts';
import { getEditorMessage, holdPending, type QueuedChange } from '../saving/save-queue.ts';
import type { ContentMutations } from '../saving/use-content-mutations.ts';
import type { FormChoices } from './field-frame.tsx';
import { ItemEditor } from './item-editor.tsx';

export const ConflictView = lazyComponent('ConflictView', () => import('./conflict-view.tsx'), {
  label: 'The comparison with the newer text',
});

export const RestoreTextPrompt = lazyComponent('RestoreTextPrompt', () => import('../saving/restore-text-prompt.tsx'), {
  label: 'Your unsaved text is not lost. The prompt to restore it',
});

interface OpenEditorProps {
  shown: ShownItem;
  mutations: ContentMutations;
  choices: FormChoices;
  focus: string | undefined;
}

/** The editor of an existing item, or first the decision about an unsaved text or about a conflict. */
export function OpenEditor({ shown, mutations, choices, focus }: OpenEditorProps) {
  const { definition } = shown;
  // The edit keeps the version it started from when the list changes underneath, for example by another editor's save.
  const [item, setItem] = useState(shown.item);
  const id = getItemId(item);
  const { section, key } = item;
  const localKey = { userId: useUser()._id, id };
  const queued = mutations.queue[id]?.edit && mutations.queue[id];
  const saved = toText(item, shown);
  const [offered, setOffered] = useState(() => (queued ? undefined : findUnsaved(readLocalText(localKey), shown)));
  const [restored, setRestored] = useState<LocalText>();
  const navigate = useNavigate();

  const close = () => navigate({ to: '/content', search: { section } });
  const discard = () => {
    removeLocalText(localKey);
    mutations.dismiss(id);
  };
  const save = (text: FormText, from: ContentItem, { isLeaving = false } = {}) => {
    const metadata = withTitle(from.metadata, text);
    const base = toText(from, shown);
    storeLocalText(localKey, { text, base, version: from.version });
    const isSaved = mutations.run(
      { kind: 'save', section, key, value: text.value, metadata, version: from.version },
      {
        edit: { text, base, localId: id },
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
      <RestoreTextPrompt
        definition={definition}
        stored={offered}
        saved={saved}
        onDrop={() => {
          removeLocalText(localKey);
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
        onSave={(text) => save(text, theirs)}
        onUnsavedText={(text) => {
          if (text) storeLocalText(localKey, { text, base: toText(theirs, shown), version: theirs.version });
          else discard();
        }}
        onTakeTheirs={() => {
          removeLocalText(localKey);
          mutations.acceptServer(id).then(close);
        }}
        onEdit={(text) => {
          setItem(theirs);
          setRestored({ text, at: '' });
          mutations.reopenWithServerBase(id, text);
        }}
      />
    );
  }
  return (
    <ItemEditor
      previewed={item}
      definition={definition}
      saved={saved}
      needsAlt={!item.metadata.hidden}
      initialText={queued?.edit?.text ?? restored?.text}
      choices={choices}
      serverErrors={queued?.errors}
      message={getEditorMessage(queued)}
      focus={focus}
      pending={queued?.state === 'pending' ? queued.edit?.text : undefined}
      onSave={(text, options) => save(text, item, options)}
      onCancel={() => {
        discard();
        close();
      }}
      onUnsavedText={(text) => {
        if (!text) return removeLocalText(localKey);
        storeLocalText(localKey, { text, base: saved, version: item.version });
        holdPending(id, text);
      }}
      onDrop={() => mutations.dismiss(id)}
    />
  );
}

function toText({ value, metadata }: ContentItem, { definition }: ShownItem): FormText {
  return { value: completeValue(getField(definition.schema), value), title: metadata.title ?? '' };
}

/** Returns the stored text unless it is equal to the saved item. */
export function findUnsaved(stored: LocalText | undefined, shown: ShownItem): LocalText | undefined {
  return stored && !isEqual(stored.text, toText(shown.item, shown)) ? stored : undefined;
}

interface Conflict {
  base: FormText | undefined;
  mine: FormText;
  theirs: ContentItem;
}

function findConflict(
  queued: QueuedChange | undefined,
  restored: LocalText | undefined,
  item: ContentItem,
): Conflict | undefined {
  if (queued?.serverVersion && queued.edit) {
    return { base: queued.edit.base, mine: queued.edit.text, theirs: queued.serverVersion };
  }
  const isStale = restored?.version !== undefined && restored.version !== item.version;
  return isStale ? { base: restored.base as FormText | undefined, mine: restored.text, theirs: item } : undefined;
}

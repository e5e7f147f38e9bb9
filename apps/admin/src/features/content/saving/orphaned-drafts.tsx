import { findDefinition } from '@threadline/schema/content/content-model';
import { getItemTitle } from '@threadline/schema/content/item-name';
import { formatTimestamp } from '../../../format/time.ts';
import { useUser } from '../../../session.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import type { SectionViewProps } from '../list/section-view.tsx';
import { getLists, getNewEntryId } from '../model/section-model.ts';
import { readDraft, removeDraft, useDraftIds } from './drafts.ts';

/** Drafts without a card in the list: new entries, and entries that were removed while they were edited. */
export function OrphanedDrafts({ section, content, mutations, adding, onAdd }: SectionViewProps) {
  const userId = useUser()._id;
  const drafts = useDraftIds(userId).flatMap((id) => {
    const stored = id.startsWith(`${section}.`) ? readDraft({ userId, id }) : undefined;
    return stored ? [{ id, stored }] : [];
  });
  const newEntries = getLists(section).flatMap((list) => {
    const found = drafts.find(({ id }) => id === getNewEntryId(section, list));
    return found && adding?.list.name !== list.name ? [{ ...found, list }] : [];
  });
  const removed = drafts.flatMap(({ id, stored }) => {
    const key = id.slice(section.length + 1);
    const definition = findDefinition(section, key);
    const isRemoved = definition?.list && !content[section]?.[key] && !mutations.isSaving(id);
    return isRemoved ? [{ id, stored, key, definition }] : [];
  });
  const drop = (id: string) => {
    removeDraft({ userId, id });
    mutations.dismiss(id);
  };
  const restore = ({ id, key, stored: { draft } }: (typeof removed)[number]) => {
    const metadata = draft.title === '' ? {} : { title: draft.title };
    mutations.run(
      { kind: 'save', section, key, value: draft.value, metadata, version: undefined },
      { edit: { draft, base: undefined, draftId: id } },
    );
  };

  return (
    <>
      {newEntries.map(({ id, stored, list }) => (
        <Alert
          key={id}
          tone="warning"
          actions={
            <Button size="xs" onClick={() => onAdd({ list })}>
              Look at it
            </Button>
          }
        >
          <strong>A new {list.itemTitle} was not saved</strong> ({formatTimestamp(stored.at)}).
        </Alert>
      ))}
      {removed.map((entry) => (
        <Alert
          key={entry.id}
          tone="warning"
          actions={
            <>
              <Button size="xs" onClick={() => restore(entry)}>
                Restore it with my text
              </Button>
              <Button size="xs" variant="subtle" onClick={() => drop(entry.id)}>
                Discard my text
              </Button>
            </>
          }
        >
          <strong>
            “{getItemTitle({ value: entry.stored.draft.value, metadata: {} }, entry.definition)}” was removed by another
            user
          </strong>{' '}
          while you were editing it. Your text is not lost. {mutations.queue[entry.id]?.message}
        </Alert>
      ))}
    </>
  );
}

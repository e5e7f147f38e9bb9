import { useNavigate } from '@tanstack/react-router';
import { findDefinition } from '@threadline/schema/content/content-model';
import { getItemTitle } from '@threadline/schema/content/item-name';
import type { DraftSummary } from '@threadline/schema/wire/drafts';
import { formatDateTime } from '../../../format/time.ts';
import { useUser } from '../../../session.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import type { SectionViewProps } from '../list/section-view.tsx';
import { getLists, getNewEntryId, isDraftKey, type NamedList } from '../model/section-model.ts';
import { readLocalText, removeLocalText, useLocalTextIds } from './local-texts.ts';

interface OrphanedTextsProps extends SectionViewProps {
  /** The drafts on the server, which have a card. */
  drafts: readonly DraftSummary[];
  openedKey: string | undefined;
}

/** Unsaved texts without a card in the list: new entries, and entries that were removed while they were edited. */
export function OrphanedTexts(props: OrphanedTextsProps) {
  const { section, content, mutations, adding, onAdd, openedKey } = props;
  const navigate = useNavigate();
  const userId = useUser()._id;
  const texts = useLocalTextIds(userId).flatMap((id) => {
    const stored = id.startsWith(`${section}.`) ? readLocalText({ userId, id }) : undefined;
    return stored ? [{ id, stored }] : [];
  });
  const newEntries = getLists(section).flatMap((list) => {
    const found = texts.find(({ id }) => id === getNewEntryId(section, list));
    return found && adding?.list.name !== list.name ? [{ ...found, list }] : [];
  });
  const withoutCard = texts.flatMap(({ id, stored }) => {
    const key = id.slice(section.length + 1);
    const definition = findDefinition(section, key);
    const list = definition?.list;
    if (!list || content[section]?.[key] || mutations.isSaving(id)) return [];
    // A draft that is being begun has a card before the server has it.
    const isBegun = key === openedKey && isDraftKey(list, key);
    return isBegun || props.drafts.some((draft) => draft.key === key) ? [] : [{ id, stored, key, definition }];
  });
  const isNew = ({ key, definition: { list } }: (typeof withoutCard)[number]) =>
    list !== undefined && isDraftKey(list, key);
  const unsaved = [
    ...newEntries.map(({ list, ...entry }) => ({ ...entry, list, open: () => onAdd({ list }) })),
    ...withoutCard.filter(isNew).map(({ id, stored, key, definition }) => ({
      id,
      stored,
      list: definition.list as NamedList,
      open: () => navigate({ to: '/content', search: { section, item: key } }),
    })),
  ];
  const removed = withoutCard.filter((entry) => !isNew(entry));
  const drop = (id: string) => {
    removeLocalText({ userId, id });
    mutations.dismiss(id);
  };
  const restore = ({ id, key, stored: { text } }: (typeof removed)[number]) => {
    const metadata = text.title === '' ? {} : { title: text.title };
    mutations.run(
      { kind: 'save', section, key, value: text.value, metadata, version: undefined },
      { edit: { text, base: undefined, localId: id } },
    );
  };

  return (
    <>
      {unsaved.map(({ id, stored, list, open }) => (
        <Alert
          key={id}
          tone="warning"
          actions={
            <Button size="xs" onClick={open}>
              Look at it
            </Button>
          }
        >
          <strong>A new {list.itemTitle} was not saved</strong> ({formatDateTime(stored.at)}).
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
            “{getItemTitle({ value: entry.stored.text.value, metadata: {} }, entry.definition)}” was removed by another
            user
          </strong>{' '}
          while you were editing it. Your text is not lost. {mutations.queue[entry.id]?.message}
        </Alert>
      ))}
    </>
  );
}

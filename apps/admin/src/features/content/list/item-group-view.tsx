import { Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { findTakenId } from '@threadline/schema/content/article-address';
import { getItemTitle } from '@threadline/schema/content/item-name';
import type { DraftSummary } from '@threadline/schema/wire/drafts';
import { type ComponentProps, useEffect, useEffectEvent, useRef } from 'react';
import { useLastChanges } from '../../../store/last-changes.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Note } from '../../../ui/record-list.tsx';
import { DraftEditor } from '../editor/draft-editor.tsx';
import type { FormChoices } from '../editor/field-frame.tsx';
import { NewEntryEditor } from '../editor/new-entry-editor.tsx';
import { OpenEditor } from '../editor/open-editor.tsx';
import { getItemId } from '../model/content-query.ts';
import type { CountMismatch } from '../model/count-mismatches.ts';
import {
  type ItemGroup,
  isFull,
  listNewDrafts,
  type NamedList,
  type ShownItem,
  withArticle,
} from '../model/section-model.ts';
import { Refusal } from '../saving/refusal.tsx';
import classes from './content.module.css';
import { CountStatus, CountWarning } from './count-warning.tsx';
import { createEntryActions } from './entry-actions.ts';
import { ItemCard } from './item-card.tsx';
import type { SectionViewProps } from './section-view.tsx';
import { SortableList } from './sortable-list.tsx';

interface ItemGroupViewProps extends SectionViewProps {
  group: ItemGroup;
  choices: FormChoices;
  /** The drafts on the server of this list. */
  drafts: readonly DraftSummary[];
  /** The item and the field that the address opens, the list to which it leads, and the list to which it adds. */
  opened: { item?: string; field?: string; list?: string; new?: string };
  /** The key of the entry that was created last. */
  createdKey: string | undefined;
  onCreated: (key: string | undefined) => void;
  /** The ids of the items whose changes are saved, but not published yet. */
  pending: ReadonlySet<string>;
  /** Texts that state another number of entries. */
  warnings: readonly CountMismatch[];
}

/** The single items of a section, or one of its lists. */
export function ItemGroupView(props: ItemGroupViewProps) {
  const { section, content, mutations, group, drafts, adding, onAdd, choices, opened, createdKey, onCreated } = props;
  const { list, above = [], items, title } = group;
  const navigate = useNavigate();
  const heading = useOpenedList(props);
  const isAdding = list !== undefined && adding?.list.name === list.name;
  const newEntry = isAdding && (
    <NewEntryEditor
      key={adding.id}
      section={section}
      content={content}
      mutations={mutations}
      list={list}
      choices={choices}
      initialText={adding.initialText}
      after={adding.after}
      onClose={(key) => {
        onCreated(key);
        onAdd(undefined);
      }}
    />
  );
  const isSortable = list !== undefined && items.length > 1;
  const { move, getActions } = createEntryActions({ section, group, drafts, mutations, onAdd });

  const isFree = createFreeCheck(section, content);
  const newDrafts = list ? listNewDrafts(section, list, { drafts, openedKey: opened.item, isFree }) : [];

  const editorProps = { mutations, choices, focus: opened.field, isFree, onCreated };
  const toCard = (shown: ShownItem) => {
    const { key } = shown.item;
    const id = getItemId(shown.item);
    const queued = mutations.queue[id];
    const isSaving = queued?.state === 'sending';
    // A published draft stays open: its author goes on writing.
    const isOpen = opened.item === key && (!isSaving || shown.definition.list?.hasDrafts === true);
    const refused = isSaving ? undefined : queued;
    return (
      <ItemCard
        key={key}
        shown={shown}
        content={content}
        draft={drafts.find((draft) => draft.key === key)}
        isSaving={isSaving}
        isNew={key === createdKey}
        isPending={props.pending.has(id)}
        message={refused && <Refusal {...refused} />}
        onEdit={() => navigate({ to: '/content', search: { section, item: key } })}
        actions={shown.definition.list && getActions(shown)}
        isSortable={isSortable && shown.definition.list !== undefined && shown.item.version > 0}
      >
        {isOpen && (
          <Editor
            {...editorProps}
            key={refused?.edit ? `refused ${Boolean(refused.serverVersion)}` : 'fresh'}
            list={shown.definition.list && list}
            shown={shown}
          />
        )}
      </ItemCard>
    );
  };
  const isAfter = ({ item }: ShownItem) => isAdding && adding.after === item.key;
  const causedKey = useCausedKey(section, createdKey);
  const isCaused = ({ item }: ShownItem) => item.key === causedKey;
  const warning = <CountWarning key="warning" component="li" p={12} warnings={props.warnings} />;
  // The form of an opened entry would move a notice below it out of view.
  const isAboveForm = opened.item === causedKey;
  const cards = items.flatMap((shown) => [
    isCaused(shown) && isAboveForm && warning,
    toCard(shown),
    isCaused(shown) && !isAboveForm && warning,
    isAfter(shown) && newEntry,
  ]);
  const isAtEnd = !list?.newFirst && !items.some(isAfter);

  return (
    <section aria-label={title}>
      <Group gap="0 8px" mih={38}>
        <h2 ref={heading} tabIndex={-1} className={classes.heading}>
          {title}
        </h2>
        <Text c="dimmed">{list ? `${items.length} of ${list.max}` : items.length}</Text>
        {list && (
          <Button
            ml="auto"
            size="xs"
            variant="subtle"
            disabled={isFull(group)}
            onClick={() => onAdd({ list })}
            leftSection={<IconPlus size={14} />}
          >
            Add {withArticle(list.itemTitle)}
          </Button>
        )}
      </Group>
      {list?.hint && (
        <Text c="dimmed" fz="sm" mb={8}>
          {list.hint}
        </Text>
      )}
      <CountStatus warnings={props.warnings} />
      {!items.some(isCaused) && <CountWarning component="div" mb={8} warnings={props.warnings} />}
      {(above.length + items.length > 0 || newDrafts.length > 0 || isAdding) && (
        <Panel component="ul" className="divided">
          {above.map(toCard)}
          {list?.newFirst && newEntry}
          {newDrafts.map(toCard)}
          {isSortable ? (
            <SortableList
              entries={items.map(({ item, definition }) => ({ key: item.key, title: getItemTitle(item, definition) }))}
              onMove={move}
            >
              {cards}
            </SortableList>
          ) : (
            cards
          )}
          {isAtEnd && newEntry}
        </Panel>
      )}
      {list && items.length === 0 && newDrafts.length === 0 && !isAdding && (
        <Panel component="div">
          <Note>Nothing here yet.</Note>
        </Panel>
      )}
    </section>
  );
}

/** Returns the key of the entry that the user has changed last, at which the notice about it is shown. */
function useCausedKey(section: string, createdKey: string | undefined): string | undefined {
  const inverse = useLastChanges().undo?.inverse;
  return inverse && inverse.kind !== 'restore' && inverse.section === section ? inverse.key : createdKey;
}

/** Scrolls to the list to which the address leads, or begins the entry for which it asks. Both happen once. */
function useOpenedList({ section, group, opened, onAdd }: ItemGroupViewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const navigate = useNavigate();
  const name = group.list?.name;
  const isTarget = name !== undefined && opened.list === name;
  const isAdded = name !== undefined && opened.new === name;
  const finish = useEffectEvent(async () => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
    await navigate({ to: '/content', search: { section }, replace: true });
    if (isAdded && group.list && !isFull(group)) onAdd({ list: group.list });
  });
  useEffect(() => {
    if (isTarget || isAdded) finish();
  }, [isTarget, isAdded]);
  return heading;
}

type EditorProps = Omit<ComponentProps<typeof DraftEditor>, 'list'> & { list: NamedList | undefined };

/** The editor of an entry that is written as a draft, or of any other item. */
function Editor({ list, ...props }: EditorProps) {
  return list?.hasDrafts ? <DraftEditor {...props} list={list} /> : <OpenEditor {...props} />;
}

/** Returns a check for the key of a new entry: no item has it, and no article has or had the address that it gives. */
function createFreeCheck(section: string, content: SectionViewProps['content']): (key: string) => boolean {
  const items = content[section] ?? {};
  return (key) => !Object.hasOwn(items, key) && !findTakenId({ section, key }, Object.values(items));
}

import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { titleOf } from '@threadline/schema/item-name';
import { memo } from 'react';
import { useUser } from '../../../session.tsx';
import { Button } from '../../../ui/button.tsx';
import type { FormChoices } from '../editor/form-context.ts';
import { NewEntryEditor } from '../editor/new-entry-editor.tsx';
import { OpenEditor, offerFor } from '../editor/open-editor.tsx';
import { itemId } from '../model/content-query.ts';
import { type ItemGroup, isFull, type ShownItem } from '../model/section-model.ts';
import { withArticle } from '../model/with-article.ts';
import type { Failure } from '../saving/save-queue.ts';
import classes from './content.module.css';
import { type EntryActions, entryActions } from './entry-actions.ts';
import { ItemCard } from './item-card.tsx';
import type { SectionViewProps } from './section-view.tsx';
import { SortableList } from './sortable-list.tsx';

export interface ItemGroupViewProps extends SectionViewProps {
  group: ItemGroup;
  choices: FormChoices;
  /** The item and the field that the address opens. */
  opened: { item?: string; field?: string };
}

/** Whether a group shows and does the same. One with an open editor never does: that is told everything. */
export function isSameGroup(before: ItemGroupViewProps, now: ItemGroupViewProps): boolean {
  if (hasEditor(before) || hasEditor(now)) return false;
  const items = before.group.items;
  const isSameOrder = items.length === now.group.items.length;
  return isSameOrder && now.group.items.every((shown, at) => shown.item === items[at]?.item && isAsBefore(shown));

  function isAsBefore({ item }: ShownItem): boolean {
    const id = itemId(item);
    const isSaving = before.saving.saving.includes(id) === now.saving.saving.includes(id);
    return isSaving && before.saving.failures[id] === now.saving.failures[id];
  }
}

function hasEditor({ group: { items, list }, adding, opened }: ItemGroupViewProps): boolean {
  return (list && adding?.list.name === list.name) || items.some(({ item }) => item.key === opened.item);
}

/** The single texts of a section, or one of its lists. */
export const ItemGroupView = memo((props: ItemGroupViewProps) => {
  const { group, adding, onAdd, opened } = props;
  const { list, items, title } = group;
  const isAdding = list !== undefined && adding?.list.name === list.name;
  const newEntry = isAdding && <NewEntryEditor {...props} list={list} draft={adding.draft} />;
  const { move, actionsOf } = entryActions(props);
  const order = items.map(({ item }) => item.key).join(' ');
  const cards = items.map((shown) => {
    const id = itemId(shown.item);
    const isSaving = props.saving.saving.includes(id);
    return (
      <OpenableCard
        key={shown.item.key}
        {...props}
        shown={shown}
        actions={list && actionsOf(shown)}
        order={order}
        isSaving={isSaving}
        isOpen={opened.item === shown.item.key && !isSaving}
        focus={opened.field}
        failure={props.saving.failures[id]}
      />
    );
  });

  return (
    <section aria-label={title}>
      <div className={classes.groupHead}>
        <h2>{title}</h2>
        <span className="dimmed">{list ? `${items.length} of ${list.max}` : items.length}</span>
        {list && (
          <Button
            size="xs"
            variant="subtle"
            disabled={isFull(group)}
            onClick={() => onAdd({ list })}
            leftSection={<IconPlus size={14} />}
          >
            Add {withArticle(list.itemTitle)}
          </Button>
        )}
      </div>
      {list?.hint && <p className={classes.groupHint}>{list.hint}</p>}
      {(items.length > 0 || isAdding) && (
        <ul className="panel">
          {list?.newFirst && newEntry}
          {list && items.length > 1 ? (
            <SortableList
              entries={items.map(({ item, definition }) => ({ key: item.key, title: titleOf(item, definition) }))}
              onMove={move}
            >
              {cards}
            </SortableList>
          ) : (
            cards
          )}
          {!list?.newFirst && newEntry}
        </ul>
      )}
      {list && items.length === 0 && !isAdding && <p className="dimmed">Nothing here yet.</p>}
    </section>
  );
}, isSameGroup);

export interface OpenableCardProps extends ItemGroupViewProps {
  shown: ShownItem;
  actions: EntryActions | undefined;
  /** The keys of the group: what can be done to an entry depends on where it stands. */
  order: string;
  isSaving: boolean;
  isOpen: boolean;
  /** The field of an open one that gets the caret. */
  focus: string | undefined;
  failure: Failure | undefined;
}

/**
 * Whether a card shows and does the same: then it is not rendered again. What it calls may be from an earlier rendering, so
 * whatever that depends on is compared here.
 */
export function isSameCard(before: OpenableCardProps, now: OpenableCardProps): boolean {
  if (before.isOpen || now.isOpen) return false;
  // The definition follows from the item's key.
  const isSameItem = before.shown.item === now.shown.item;
  return isSameItem && before.isSaving === now.isSaving && before.failure === now.failure && before.order === now.order;
}

const OpenableCard = memo(OpenableCardView, isSameCard);

function OpenableCardView(props: OpenableCardProps) {
  const { shown, actions, saving, section, choices, group, isSaving, isOpen, focus, failure } = props;
  const { item } = shown;
  const navigate = useNavigate();
  const userId = useUser()._id;
  const id = itemId(item);
  const open = () => navigate({ to: '/content', search: { section, item: item.key } });

  return (
    <ItemCard
      shown={shown}
      isSaving={isSaving}
      hasDraft={!isOpen && !isSaving && !failure && offerFor({ userId, id }, shown) !== undefined}
      problem={failure?.problem}
      onEdit={open}
      onDismiss={failure?.edit ? undefined : () => saving.forget(id)}
      actions={actions}
      isSortable={group.list !== undefined && group.items.length > 1}
    >
      {isOpen && (
        <OpenEditor
          key={failure?.edit ? `failed ${Boolean(failure.theirs)}` : 'fresh'}
          shown={shown}
          saving={saving}
          choices={choices}
          section={section}
          focus={focus}
        />
      )}
    </ItemCard>
  );
}

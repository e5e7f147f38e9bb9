import { IconPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useUser } from '../../session.tsx';
import { Button } from '../../ui/button.tsx';
import classes from './content.module.css';
import { itemId } from './content-query.ts';
import { type EntryActions, entryActions } from './entry-actions.ts';
import type { FormChoices } from './form-context.ts';
import { ItemCard } from './item-card.tsx';
import { titleOf } from './item-text.ts';
import { NewEntryEditor } from './new-entry-editor.tsx';
import { OpenEditor, offerFor } from './open-editor.tsx';
import { type ItemGroup, isFull, type ShownItem } from './section-model.ts';
import type { SectionViewProps } from './section-view.tsx';
import { SortableList } from './sortable-list.tsx';
import { withArticle } from './with-article.ts';

export interface ItemGroupViewProps extends SectionViewProps {
  group: ItemGroup;
  choices: FormChoices;
}

/** The single texts of a section, or one of its lists. */
export function ItemGroupView(props: ItemGroupViewProps) {
  const { group, adding, onAdd } = props;
  const { list, items, title } = group;
  const isAdding = list !== undefined && adding?.list.name === list.name;
  const { move, actionsOf } = entryActions(props);
  const cards = items.map((shown) => (
    <OpenableCard key={shown.item.key} {...props} shown={shown} actions={list && actionsOf(shown)} />
  ));

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
      {(items.length > 0 || isAdding) && (
        <ul className="panel">
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
          {isAdding && <NewEntryEditor {...props} list={list} draft={adding.draft} />}
        </ul>
      )}
      {list && items.length === 0 && !isAdding && <p className="dimmed">Nothing here yet.</p>}
    </section>
  );
}

interface OpenableCardProps extends ItemGroupViewProps {
  shown: ShownItem;
  actions: EntryActions | undefined;
}

function OpenableCard(props: OpenableCardProps) {
  const { shown, actions, saving, section, choices, group } = props;
  const { item } = shown;
  const search = useSearch({ from: '/signed-in/content' });
  const navigate = useNavigate();
  const userId = useUser()._id;
  const id = itemId(item);
  const failure = saving.failures[id];
  const isSaving = saving.saving.includes(id);
  const isOpen = search.item === item.key && !isSaving;
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
          focus={search.field}
        />
      )}
    </ItemCard>
  );
}

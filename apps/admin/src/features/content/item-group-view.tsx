import { IconPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { sentenceOf } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { ConflictView } from './conflict-view.tsx';
import classes from './content.module.css';
import { itemId, useRemoveItem, useReorder } from './content-query.ts';
import type { FormChoices } from './form-context.ts';
import { completed, fieldOf } from './form-model.ts';
import { type EntryActions, ItemCard } from './item-card.tsx';
import { type Draft, ItemEditor } from './item-editor.tsx';
import { titleOf } from './item-text.ts';
import { NewEntryEditor } from './new-entry-editor.tsx';
import type { ItemGroup, ShownItem } from './section-model.ts';
import type { SectionViewProps } from './section-view.tsx';

export interface ItemGroupViewProps extends SectionViewProps {
  group: ItemGroup;
  choices: FormChoices;
}

/** The single texts of a section, or one of its lists. */
export function ItemGroupView(props: ItemGroupViewProps) {
  const { group, adding, onAdd, section, saving } = props;
  const { list, items, title } = group;
  const isAdding = list !== undefined && adding?.list.name === list.name;
  const actionsOf = useEntryActions(props);
  const isFull = list !== undefined && items.length >= list.max;

  return (
    <section aria-label={title}>
      <div className={classes.groupHead}>
        <h2>{title}</h2>
        <span className="dimmed">{list ? `${items.length} of ${list.max}` : items.length}</span>
        {list && (
          <Button
            size="xs"
            variant="subtle"
            disabled={isFull}
            onClick={() => onAdd({ list })}
            leftSection={<IconPlus size={14} />}
          >
            Add a {list.itemTitle}
          </Button>
        )}
      </div>
      {(items.length > 0 || isAdding) && (
        <ul className="panel">
          {items.map((shown) => (
            <OpenableCard key={shown.item.key} {...props} shown={shown} actions={list && actionsOf(shown)} />
          ))}
          {isAdding && (
            <NewEntryEditor {...props} list={list} draft={adding.draft} save={saving.save} section={section} />
          )}
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
  const { shown, actions, saving, section } = props;
  const { item } = shown;
  const search = useSearch({ from: '/signed-in/content' });
  const navigate = useNavigate();
  const id = itemId(item);
  const failure = saving.failures[id];
  const isOpen = search.item === item.key && !saving.saving.includes(id);
  const open = () => navigate({ to: '/content', search: { section, item: item.key } });

  return (
    <ItemCard
      shown={shown}
      isSaving={saving.saving.includes(id)}
      problem={failure?.problem}
      onEdit={open}
      actions={actions}
    >
      {isOpen && (
        <OpenEditor key={failure ? `failed ${Boolean(failure.theirs)}` : 'fresh'} {...props} focus={search.field} />
      )}
    </ItemCard>
  );
}

function OpenEditor({ shown, saving, choices, section, focus }: OpenableCardProps & { focus: string | undefined }) {
  const { definition } = shown;
  // What the edit starts from. The list may change underneath, for example when somebody else saves; this must not.
  const [item] = useState(shown.item);
  const navigate = useNavigate();
  const failure = saving.failures[itemId(item)];
  const theirs = failure?.theirs;
  const close = () => navigate({ to: '/content', search: { section } });

  const saveFrom = (version: number) => (draft: Draft) => {
    const { title: _, ...kept } = item.metadata;
    const metadata = draft.title.trim() === '' ? kept : { ...kept, title: draft.title };
    // The editor reopens with the words, unless another one was opened meanwhile.
    const onFailed = () =>
      navigate({ to: '/content', search: (now) => ('item' in now && now.item ? now : { section, item: item.key }) });
    saving.save({ section, key: item.key, value: draft.value, metadata, version }, { onFailed });
    close();
  };
  if (failure && theirs) {
    return (
      <ConflictView
        definition={definition}
        mine={failure.draft}
        theirs={theirs}
        onKeepMine={() => saveFrom(theirs.version)(failure.draft)}
        onTakeTheirs={() => saving.takeTheirs(theirs).then(close)}
        onEdit={() => saving.editAgain(theirs)}
      />
    );
  }
  return (
    <ItemEditor
      definition={definition}
      saved={{ value: completed(fieldOf(definition.schema), item.value), title: item.metadata.title ?? '' }}
      draft={failure?.draft}
      choices={choices}
      refused={failure?.errors}
      problem={failure?.problem}
      focus={focus}
      onSave={saveFrom(item.version)}
      onCancel={() => {
        saving.forget(itemId(item));
        close();
      }}
    />
  );
}

/** What can be done to an entry of a list without opening it. */
function useEntryActions({ group, section, saving, onAdd }: ItemGroupViewProps) {
  const reorder = useReorder();
  const removal = useRemoveItem();
  const confirm = useConfirm();
  const { list, items } = group;
  const keys = items.map(({ item }) => item.key);

  return ({ item, definition }: ShownItem): EntryActions => {
    const index = keys.indexOf(item.key);
    const moveTo = (to: number) => () =>
      reorder.mutate(
        { section, list: list?.name ?? '', keys: keys.toSpliced(index, 1).toSpliced(to, 0, item.key) },
        { onSuccess: () => saving.tell(true), onError: (error) => saving.tell(false, sentenceOf(error, '')) },
      );
    const remove = async () => {
      const title = titleOf(item, definition);
      const question = {
        title: `Remove “${title}”?`,
        text: 'It disappears from the site with the next release. Its history is kept.',
        action: 'Remove',
      };
      if (!(await confirm(question))) return;
      removal.mutate(item, {
        onSuccess: () => saving.tell(true),
        onError: (error) => saving.tell(false, sentenceOf(error, '')),
      });
    };
    const { hidden, ...shownMetadata } = item.metadata;
    return {
      moveUp: index > 0 ? moveTo(index - 1) : undefined,
      moveDown: index < keys.length - 1 ? moveTo(index + 1) : undefined,
      duplicate:
        list && items.length < list.max ? () => onAdd({ list, draft: { value: item.value, title: '' } }) : undefined,
      toggleHidden: () =>
        saving.save({
          section,
          key: item.key,
          value: item.value,
          metadata: hidden ? shownMetadata : { ...item.metadata, hidden: true },
          version: item.version,
        }),
      remove: list && items.length > list.min ? remove : undefined,
    };
  };
}

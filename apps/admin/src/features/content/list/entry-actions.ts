import type { ShownItem } from '../model/section-model.ts';
import type { ItemGroupViewProps } from './item-group-view.tsx';

/** What can be done to an entry of a list without opening it; undefined where it is not possible. */
export interface EntryActions {
  moveUp?: () => void;
  moveDown?: () => void;
  duplicate?: () => void;
  toggleHidden: () => void;
  remove?: () => void;
}

export function entryActions({ group, section, saving, onAdd }: ItemGroupViewProps) {
  const { list, items } = group;
  const keys = items.map(({ item }) => item.key);

  /** Puts an entry at another place of its list, counted from 0. */
  const move = (key: string, to: number) => {
    const from = keys.indexOf(key);
    if (!list || from === -1 || from === to) return;
    saving.run({ kind: 'move', section, key, list: list.name, keys: keys.toSpliced(from, 1).toSpliced(to, 0, key) });
  };

  const actionsOf = ({ item }: ShownItem): EntryActions => {
    const index = keys.indexOf(item.key);
    const { key, value, version } = item;
    const { hidden, ...shownMetadata } = item.metadata;
    const metadata = hidden ? shownMetadata : { ...item.metadata, hidden: true };
    return {
      moveUp: index > 0 ? () => move(key, index - 1) : undefined,
      moveDown: index < keys.length - 1 ? () => move(key, index + 1) : undefined,
      duplicate: list && items.length < list.max ? () => onAdd({ list, draft: { value, title: '' } }) : undefined,
      toggleHidden: () => saving.run({ kind: 'save', section, key, value, metadata, version }),
      // Without a question: it can be undone, and brought back later.
      remove: list && items.length > list.min ? () => saving.run({ kind: 'remove', section, key, version }) : undefined,
    };
  };
  return { move, actionsOf };
}

import type { SectionName } from '@threadline/schema/content/content-model';
import { getField } from '@threadline/schema/content/form-field';
import type { DraftSummary } from '@threadline/schema/wire/drafts';
import {
  copySuffix,
  type EntryActions,
  type ItemGroup,
  isFull,
  type NamedList,
  type ShownItem,
} from '../model/section-model.ts';
import type { ContentMutations } from '../saving/use-content-mutations.ts';
import type { NewEntry } from './content-screen.tsx';

interface EntryActionsOptions {
  section: SectionName;
  group: ItemGroup;
  /** The drafts on the server. */
  drafts: readonly DraftSummary[];
  mutations: Pick<ContentMutations, 'run'>;
  onAdd: (entry: NewEntry) => void;
}

/** Returns the actions of the entries of a list. The page and the list offer the same ones. */
export function createEntryActions({ section, group, drafts, mutations, onAdd }: EntryActionsOptions) {
  const { list, items } = group;
  const keys = items.map(({ item }) => item.key);

  /** Moves an entry to another index of its list. */
  const move = async (key: string, to: number) => {
    const from = keys.indexOf(key);
    if (!list || from === -1 || from === to) return true;
    const moved = keys.toSpliced(from, 1).toSpliced(to, 0, key);
    return mutations.run({ kind: 'move', section, key, list: list.name, keys: moved });
  };

  const getActions = ({ item }: ShownItem): EntryActions => {
    const { key, value, version } = item;
    const index = keys.indexOf(key);
    const begin = (entry: Omit<NewEntry, 'list'>) => list && !isFull(group) && (() => onAdd({ list, ...entry }));
    const toggleHidden = () => {
      const { hidden, ...others } = item.metadata;
      const metadata = hidden ? others : { ...others, hidden: true };
      return mutations.run({ kind: 'save', section, key, value, metadata, version });
    };
    // "Publish" would publish the older text.
    const isNewerDraft = item.metadata.hidden && drafts.some((draft) => draft.section === section && draft.key === key);
    return {
      moveUp: index > 0 ? () => move(key, index - 1) : undefined,
      moveDown: index < keys.length - 1 ? () => move(key, index + 1) : undefined,
      duplicate: begin({ initialText: { value: toCopy(value, list), title: '' } }) || undefined,
      add: begin({ after: list?.newFirst ? undefined : key }) || undefined,
      toggleHidden: isNewerDraft ? undefined : toggleHidden,
      // There is no question, because a removal can be undone, and restored later.
      remove:
        list && items.length > list.min ? () => mutations.run({ kind: 'remove', section, key, version }) : undefined,
    };
  };
  return { move, getActions };
}

/** Returns the value for a copy. One that is saved at once as a draft has a title of its own in the list, and no address yet. */
function toCopy(value: unknown, list: NamedList | undefined): unknown {
  if (!list?.hasDrafts) return value;
  const { title, ...others } = value as { title?: unknown; address?: unknown };
  const { properties = {} } = getField(list.schema);
  const isTitled = properties.title?.input === 'text' && title;
  return {
    ...others,
    title: isTitled ? `${title}${copySuffix}` : title,
    ...('address' in others && { address: '' }),
  };
}

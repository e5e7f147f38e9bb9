import type { ContentItem } from '@threadline/schema/content-item';
import type { PendingChange } from '@threadline/schema/publishing';
import { toPointer } from '@threadline/schema/site-content';

export type State = Pick<ContentItem, 'value' | 'metadata'>;
type ChangedField = Omit<PendingChange['fields'][number], 'label'>;

/** The fields that differ between two states of an item, with all the words on both sides. */
export function changedFields(before: State | undefined, after: State | undefined): ChangedField[] {
  const [old, current] = [leavesOf(before), leavesOf(after)];
  return [...new Set([...old.keys(), ...current.keys()])]
    .filter((pointer) => old.get(pointer) !== current.get(pointer))
    .map((pointer) => ({ pointer, before: old.get(pointer) ?? '', after: current.get(pointer) ?? '' }));
}

/** Every text, number and switch of an item by its place; what is empty says nothing. */
function leavesOf(item: State | undefined): Map<string, string> {
  const leaves = new Map<string, string>();
  const visit = (part: unknown, path: PropertyKey[]): void => {
    if (typeof part === 'object' && part !== null) {
      for (const [name, inner] of Object.entries(part)) visit(inner, [...path, name]);
    } else if (part !== undefined && part !== null && part !== '') leaves.set(toPointer(path), String(part));
  };
  if (item) {
    visit(item.value, []);
    visit(item.metadata, ['metadata']);
  }
  return leaves;
}

type Words = Pick<ChangedField, 'before' | 'after'>;

/** Of what stays the same before a change: enough to recognise the sentence. */
const leadCharacters = 20;

/** Both texts from shortly before the place where they part: their beginnings may be the same for a whole paragraph. */
export function cutAround({ before, after }: Words, characters: number): Words {
  if (Math.max(before.length, after.length) <= characters) return { before, after };
  let same = 0;
  while (same < Math.min(before.length, after.length) && before[same] === after[same]) same++;
  const start = same > leadCharacters ? before.lastIndexOf(' ', same - leadCharacters) + 1 : 0;
  const cut = (text: string) =>
    `${start > 0 ? '… ' : ''}${text.slice(start, start + characters)}${text.length > start + characters ? '…' : ''}`;
  return { before: cut(before), after: cut(after) };
}

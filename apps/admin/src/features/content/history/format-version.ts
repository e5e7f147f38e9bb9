import type { ItemVersion } from '@threadline/schema/content-item';
import type { ItemDefinition } from '@threadline/schema/content-model';
import { fieldOf } from '@threadline/schema/form-field';
import { momentOf } from '../../../format/time.ts';
import { compare, type FieldChange } from '../model/compare.ts';
import { completed, isSame, nameInAdmin } from '../model/form-model.ts';

type State = Pick<ItemVersion, 'value' | 'metadata'>;

/** Two states of an item, field by field, with what the item carries beside its value. */
export function changesOf({ schema }: Pick<ItemDefinition, 'schema'>, before: State, after: State): FieldChange[] {
  const field = fieldOf(schema);
  const beside = (label: string, ...[was, now]: [string, string]): FieldChange[] =>
    was === now ? [] : [{ pointer: label, label, input: 'text', before: was, after: now }];
  return [
    ...compare(field, completed(field, before.value), completed(field, after.value)),
    ...beside(nameInAdmin.title, before.metadata.title ?? '', after.metadata.title ?? ''),
    ...beside('On the site', before.metadata.hidden ? 'hidden' : 'shown', after.metadata.hidden ? 'hidden' : 'shown'),
  ];
}

/** What a version did, in a few words. `older` are the versions before it, the newest first. */
export function versionWords(definition: ItemDefinition, version: ItemVersion, older: readonly ItemVersion[]): string {
  const [before] = older;
  if (version.operation === 'delete') return 'Removed';
  if (version.operation === 'order') return 'Moved in its list';
  if (!before) return version.by === null ? 'First version, from the example content' : 'First version';
  if (before.operation === 'delete') return 'Brought back';
  const changes = changesOf(definition, before, version);
  const same = older.slice(1).find((candidate) => isSameState(candidate, version));
  if (same && changes.length > 0) return `Back to the version of ${momentOf(same.at)}`;
  return changes.map(({ label }) => label).join('; ') || 'Nothing a reader sees';
}

export function isSameState(one: State, other: State): boolean {
  return isSame(one.value, other.value) && isSame(one.metadata, other.metadata);
}

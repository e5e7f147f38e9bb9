import type { ItemVersion } from '@threadline/schema/content/content-item';
import type { ItemDefinition } from '@threadline/schema/content/content-model';
import { formatDateTime } from '../../../format/time.ts';
import { compareTexts, type FieldChange } from '../model/compare.ts';
import { type FormText, isEqual } from '../model/form-model.ts';

type State = Pick<ItemVersion, 'value' | 'metadata'>;

/** Returns the differences between two states of an item, including its title and whether it is hidden. */
export function listChanges(definition: Pick<ItemDefinition, 'schema'>, before: State, after: State): FieldChange[] {
  const [was, is] = [formatVisibility(before), formatVisibility(after)];
  const label = 'On the site';
  const visibility: FieldChange[] =
    was === is ? [] : [{ pointer: label, label, input: 'text', before: was, after: is }];
  return [...compareTexts(definition, toText(before), toText(after)), ...visibility];
}

function formatVisibility({ metadata }: State): string {
  if (metadata.hidden) return 'hidden';
  return metadata.unlisted ? 'unlisted' : 'shown';
}

function toText({ value, metadata }: State): FormText {
  return { value, title: metadata.title ?? '' };
}

/** Returns a short description of a version. `older` are the versions before it, newest first. */
export function describeVersion(
  definition: ItemDefinition,
  version: ItemVersion,
  older: readonly ItemVersion[],
): string {
  const [before] = older;
  if (version.leftOut === 'without') return 'Left out of a publish';
  if (version.leftOut === 'again') return 'Pending again, after a publish without it';
  if (version.operation === 'delete') return 'Removed';
  if (version.operation === 'order') return 'Moved in its list';
  if (!before) return version.by === null ? 'First version, from the example content' : 'First version';
  if (before.operation === 'delete') return 'Restored';
  const changes = listChanges(definition, before, version);
  // The oldest one: a text that was restored before keeps the time at which it was written.
  const same = older.slice(1).findLast((candidate) => isSameState(candidate, version));
  if (same && changes.length > 0) return `Restored the version of ${formatDateTime(same.at)}`;
  return changes.map(({ label }) => label).join('; ') || 'No visible change';
}

export function isSameState(one: State, other: State): boolean {
  return isEqual(one.value, other.value) && isEqual(one.metadata, other.metadata);
}

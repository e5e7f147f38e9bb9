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
  const step = describeStep(version);
  if (step && version.operation !== 'update') return step;
  if (version.operation === 'delete') return 'Removed';
  if (version.operation === 'order') return 'Moved in its list';
  if (!before) return version.by === null ? 'First version, from the example content' : 'First version';
  if (before.operation === 'delete') return 'Restored';
  const changes = listChanges(definition, before, version);
  const labels = changes.map(({ label }) => label).join('; ') || 'No visible change';
  if (step) return `${step}: ${labels}`;
  if (version.origin !== 'restore') return labels;
  // The oldest one: a text that was restored before keeps the time at which it was written.
  const same = older.findLast((candidate) => isSameState(candidate, version));
  return same ? `Restored the version of ${formatDateTime(same.at)}` : `Restored: ${labels}`;
}

/** The changes that an Undo undoes, by its own operation: to undo a removal is to add the entry again. */
const undone = { update: 'the change', order: 'the move', delete: 'the addition', create: 'the removal' };
const redone = { update: 'the change', order: 'the move', delete: 'the removal', create: 'the addition' };

function describeStep({ origin, operation }: ItemVersion): string | undefined {
  if (origin === 'undo') return `Undid ${undone[operation]}`;
  return origin === 'redo' ? `Redid ${redone[operation]}` : undefined;
}

export function isSameState(one: State, other: State): boolean {
  return isEqual(one.value, other.value) && isEqual(one.metadata, other.metadata);
}

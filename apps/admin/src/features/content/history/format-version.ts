import type { ItemVersion } from '@threadline/schema/content/content-item';
import type { ItemDefinition } from '@threadline/schema/content/content-model';
import { capitalise } from '@threadline/schema/content/item-name';
import { getVisibilityChange } from '@threadline/schema/content/visibility';
import type { RichText } from '@threadline/schema/rich-text/rich-text';
import { getPlainText } from '@threadline/schema/rich-text/to-text';
import { describeStep, type Step } from '../../../format/steps.ts';
import { formatDateTime } from '../../../format/time.ts';
import { visibilityStates } from '../../../format/visibility.ts';
import { compareTexts, type FieldChange } from '../model/compare.ts';
import { type FormText, isEqual } from '../model/form-model.ts';

type State = Pick<ItemVersion, 'value' | 'metadata'>;

/** Returns the differences between two states of an item, including its title and whether it is hidden. */
export function listChanges(definition: Pick<ItemDefinition, 'schema'>, before: State, after: State): FieldChange[] {
  const [was, is] = [formatVisibility(before), formatVisibility(after)];
  const label = 'Visibility';
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
  if (version.leftOut === 'without') return 'Not included when other changes were published';
  if (version.leftOut === 'again') return 'Pending again after other changes were published';
  const step = describeOrigin(version);
  if (step && version.operation !== 'update') return step;
  if (version.operation === 'delete') return 'Removed';
  if (version.operation === 'order') return 'Moved in its list';
  if (!before) return version.by === null ? 'First version, from the example content' : 'First version';
  if (before.operation === 'delete') return 'Restored';
  return describeUpdate(definition, version, { before, older });
}

interface Earlier {
  before: ItemVersion;
  older: readonly ItemVersion[];
}

function describeUpdate(definition: ItemDefinition, version: ItemVersion, { before, older }: Earlier): string {
  const step = describeOrigin(version);
  const visibility = getVisibilityChange(before.metadata, version.metadata, definition.list?.hasDrafts);
  const changes = listChanges(definition, before, version);
  if (visibility && changes.length === 1) {
    const state = visibilityStates[visibility];
    return step ? `${step}: ${state}` : capitalise(state);
  }
  const labels = changes.map(describeFieldChange).join('; ') || 'No visible change';
  if (step) return `${step}: ${labels}`;
  if (version.origin !== 'restore') return labels;
  // The oldest one: a text that was restored before keeps the time at which it was written.
  const same = older.findLast((candidate) => isSameState(candidate, version));
  return same ? `Restored the version of ${formatDateTime(same.at)}` : `Restored: ${labels}`;
}

/** Returns the name of a changed field; of a formatted text with what has changed in it. */
function describeFieldChange({ label, documents }: FieldChange): string {
  if (!documents) return label;
  const added = listOnlyIn(documents.after, documents.before);
  const removed = listOnlyIn(documents.before, documents.after);
  const count = Math.max(added.length, removed.length);
  if (count > 1) return `${label}: ${count} paragraphs changed`;
  const start = cutStart(getPlainText(added[0] ?? removed[0] ?? documents.after));
  if (start === '') return label;
  return `${label}: “${start}”${added.length === 0 && removed.length > 0 ? ' removed' : ''}`;
}

/** Returns the paragraphs, headings and other blocks of a text that the other one does not have. */
function listOnlyIn({ content }: RichText, other: RichText): RichText['content'] {
  return content.filter((block) => !other.content.some((each) => isEqual(each, block)));
}

const startLength = 50;

/** Returns the beginning of a text. */
function cutStart(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return line.length > startLength ? `${line.slice(0, line.lastIndexOf(' ', startLength)).trimEnd()}…` : line;
}

const steps: Record<ItemVersion['operation'], Step> = {
  create: 'addition',
  update: 'change',
  order: 'move',
  delete: 'removal',
};

function describeOrigin({ origin, operation }: ItemVersion): string | undefined {
  if (origin === 'undo' || origin === 'redo') return capitalise(describeStep(origin, steps[operation]));
  return undefined;
}

export function isSameState(one: State, other: State): boolean {
  return isEqual(one.value, other.value) && isEqual(one.metadata, other.metadata);
}

import { findDefinition } from '@threadline/schema/content/content-model';
import { getVisibilityChange, type VisibilityChange } from '@threadline/schema/content/visibility';
import type { PendingChange } from '@threadline/schema/wire/publishing';

const settings: Record<string, 'hidden' | 'unlisted'> = {
  '/metadata/hidden': 'hidden',
  '/metadata/unlisted': 'unlisted',
};

/** Returns how the visibility of an entry has changed, and what Undo would change, if its fields are the same otherwise. */
export function findVisibilityChange(
  { section, key }: Pick<PendingChange, 'section' | 'key'>,
  [field, ...others]: PendingChange['fields'],
): { change: VisibilityChange; inverse: VisibilityChange } | undefined {
  const setting = field && others.length === 0 ? settings[field.pointer] : undefined;
  if (!field || !setting) return undefined;
  const hasDrafts = findDefinition(section, key)?.list?.hasDrafts;
  const [before, after] = [{ [setting]: field.before === 'Yes' }, { [setting]: field.after === 'Yes' }];
  const change = getVisibilityChange(before, after, hasDrafts);
  const inverse = getVisibilityChange(after, before, hasDrafts);
  return change && inverse && { change, inverse };
}

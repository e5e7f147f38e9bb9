import type { GroupedContent } from '@threadline/schema/content-item';
import { findDefinition } from '@threadline/schema/content-model';
import { titleOf } from '@threadline/schema/item-name';
import type { Change } from './content-mutations.ts';

/** `the removal of “Fast onboarding”`: what Undo takes back. */
export function wordsFor(change: Change, content: GroupedContent): string {
  const { section, key, kind } = change;
  const item = content[section]?.[key];
  const definition = findDefinition(section, key);
  const shown = item ?? (kind === 'save' ? change : undefined);
  const title = shown && definition ? `“${titleOf(shown, definition)}”` : 'an item';
  if (kind === 'remove') return `the removal of ${title}`;
  if (kind === 'move') return `the move of ${title}`;
  if (!item) return `the adding of ${title}`;
  if (item.metadata.hidden !== change.metadata.hidden) {
    return change.metadata.hidden ? `the hiding of ${title}` : `the showing of ${title}`;
  }
  return `the change of ${title}`;
}

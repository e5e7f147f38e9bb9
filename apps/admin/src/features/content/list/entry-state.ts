import type { ContentItem } from '@threadline/schema/content/content-item';
import type { DraftSummary } from '@threadline/schema/wire/drafts';

/** The states of an entry that is written as a draft, in the order of its life. */
export const entryStates = {
  draft: 'Drafts',
  scheduled: 'Scheduled',
  published: 'Published',
  unlisted: 'Unlisted',
  changed: 'Unpublished changes',
} as const;
export type EntryState = keyof typeof entryStates;

/** Returns true if visitors can open the entry. */
export function isPublic({ metadata, version }: Pick<ContentItem, 'metadata' | 'version'>): boolean {
  return version > 0 && !metadata.hidden;
}

/** Returns the state of an entry. One that waits for its time is scheduled, whether or not an earlier text is public. */
export function getEntryState(
  item: Pick<ContentItem, 'metadata' | 'version'>,
  draft: Pick<DraftSummary, 'schedule'> | undefined,
): EntryState {
  if (draft?.schedule) return 'scheduled';
  if (!isPublic(item)) return 'draft';
  if (draft) return 'changed';
  return item.metadata.unlisted ? 'unlisted' : 'published';
}

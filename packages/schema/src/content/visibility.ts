import type { ItemMetadata } from './content-item.ts';

/** A change of whether visitors see an entry, or find it in lists. */
export type VisibilityChange = 'hide' | 'show' | 'unpublish' | 'publish' | 'unlist' | 'list';

type Visibility = Pick<ItemMetadata, 'hidden' | 'unlisted'>;

/**
 * Returns how the visibility of an entry has changed; undefined if it is the same.
 *
 * @param hasDrafts whether the entry is an article or a page, which is published instead of shown
 */
export function getVisibilityChange(
  before: Visibility,
  after: Visibility,
  hasDrafts: boolean | undefined,
): VisibilityChange | undefined {
  const [wasHidden, isHidden] = [before.hidden === true, after.hidden === true];
  if (wasHidden !== isHidden) {
    if (hasDrafts) return isHidden ? 'unpublish' : 'publish';
    return isHidden ? 'hide' : 'show';
  }
  if ((before.unlisted === true) === (after.unlisted === true)) return undefined;
  return after.unlisted ? 'unlist' : 'list';
}

import type { ItemMetadata } from '@threadline/schema/content/content-item';

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

/** "hid Service: Looms" */
export const visibilityVerbs: Record<VisibilityChange, (name: string) => string> = {
  hide: (name) => `hid ${name}`,
  show: (name) => `showed ${name} again`,
  unpublish: (name) => `unpublished ${name}`,
  publish: (name) => `published ${name}`,
  unlist: (name) => `unlisted ${name}`,
  list: (name) => `listed ${name} again`,
};

/** "hiding Service: Looms" */
export const visibilityNouns: Record<VisibilityChange, (name: string) => string> = {
  hide: (name) => `hiding ${name}`,
  show: (name) => `showing ${name} again`,
  unpublish: (name) => `unpublishing ${name}`,
  publish: (name) => `publishing ${name}`,
  unlist: (name) => `unlisting ${name}`,
  list: (name) => `listing ${name} again`,
};

/** "hidden", as in "Service: Looms is hidden" */
export const visibilityStates: Record<VisibilityChange, string> = {
  hide: 'hidden',
  show: 'shown again',
  unpublish: 'unpublished',
  publish: 'published',
  unlist: 'unlisted',
  list: 'listed again',
};

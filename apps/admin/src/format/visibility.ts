import type { VisibilityChange } from '@threadline/schema/content/visibility';

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

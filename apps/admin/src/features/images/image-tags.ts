/** Spec §2: the tags that the library has filters for. */
export const commonTags = ['hero', 'banner', 'gallery'];

export const normalizeTag = (tag: string) => tag.trim().toLowerCase();

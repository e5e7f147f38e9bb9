import type { Image } from '@threadline/schema/image';

export type ImageValues = Pick<Image, 'alt' | 'decorative' | 'tags' | 'focus'>;

/** Only what was really changed: somebody else may have changed the rest meanwhile. */
export function changedValues(image: ImageValues, edits: Partial<ImageValues>): Partial<ImageValues> {
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(image[name as keyof ImageValues]);
  return Object.fromEntries(Object.entries(edits).filter(isChanged));
}

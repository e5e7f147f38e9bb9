import type { ContentItem } from './content-item.ts';
import { publicIdOf, type RenderableImage } from './image.ts';
import { itemName } from './item-name.ts';
import { toPointer } from './site-content.ts';

/** What an editor is told, wherever it is told. */
export const wordlessPicture =
  'This picture has no description. Write one, or say of the picture that it only decorates.';

interface Place {
  publicId: string;
  path: PropertyKey[];
}

/** The places of a value that show an image of the library and have no words of their own for it. */
function placesWithoutWords(value: unknown, path: PropertyKey[] = []): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const { src, alt } = value as { src?: unknown; alt?: unknown };
  const publicId = typeof src === 'string' && alt === '' ? publicIdOf(src) : undefined;
  const inside = Object.entries(value).flatMap(([name, part]) => placesWithoutWords(part, [...path, name]));
  return publicId ? [{ publicId, path: [...path, 'alt'] }, ...inside] : inside;
}

type Shown = Pick<ContentItem, 'section' | 'key' | 'value' | 'metadata'>;

/** publicIds of the pictures that some item shows without words of its own. The library may still have words for them. */
export function picturesWithoutOwnWords(items: readonly Pick<Shown, 'value'>[]): Set<string> {
  return new Set(items.flatMap(({ value }) => placesWithoutWords(value)).map(({ publicId }) => publicId));
}

/** The field where words for a picture could be written. */
export interface WordlessPicture {
  section: string;
  key: string;
  /** How the item is called. */
  name: string;
  pointer: string;
}

/**
 * Where visible items show a picture that nobody has described, neither there nor in the library, and that is not marked
 * as decorative. Such a page is not published.
 *
 * @param images of the library, by publicId; a picture that is not among them is somebody else's matter
 */
export function wordlessPictures(
  items: readonly Shown[],
  images: Readonly<Record<string, Pick<RenderableImage, 'alt' | 'decorative'>>>,
): WordlessPicture[] {
  const lacksWords = ({ publicId }: Place) => images[publicId]?.alt.trim() === '' && !images[publicId].decorative;
  return items
    .filter(({ metadata }) => !metadata.hidden)
    .flatMap((item) =>
      placesWithoutWords(item.value)
        .filter(lacksWords)
        .map(({ path }) => ({ section: item.section, key: item.key, name: itemName(item), pointer: toPointer(path) })),
    );
}

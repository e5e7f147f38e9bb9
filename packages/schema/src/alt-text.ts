import type { ContentItem } from './content-item.ts';
import { publicIdOf, type RenderableImage } from './image.ts';
import { itemName } from './item-name.ts';
import { toPointer } from './site-content.ts';

/** The error for a use of a picture that has no alternative text. */
export const missingAltMessage = 'This picture has no description. Write one, or mark it as decorative.';

interface Place {
  publicId: string;
  path: PropertyKey[];
}

/** A use of a library image, with the alternative text that was written for this use. */
interface Use extends Place {
  alt: string;
  decorative: boolean;
}

/** Returns the places of a value that show an image of the library and can describe it. */
function findUses(value: unknown, path: PropertyKey[] = []): Use[] {
  if (typeof value !== 'object' || value === null) return [];
  const { src, alt, decorative } = value as Record<string, unknown>;
  const publicId = typeof src === 'string' && typeof alt === 'string' ? publicIdOf(src) : undefined;
  const inside = Object.entries(value).flatMap(([name, part]) => findUses(part, [...path, name]));
  if (!publicId) return inside;
  return [{ publicId, path: [...path, 'alt'], alt: String(alt), decorative: decorative === true }, ...inside];
}

/** Returns the uses that neither have an alternative text of their own nor are decorative. */
function findUsesWithoutAlt(value: unknown): Place[] {
  return findUses(value).filter(({ alt, decorative }) => alt === '' && !decorative);
}

/** Returns the alternative texts that a value has for images of the library, by publicId; the first one of each image. */
export function findAltTexts(value: unknown): Map<string, string> {
  const described = findUses(value).filter(({ alt, decorative }) => alt.trim() !== '' && !decorative);
  return new Map(described.toReversed().map(({ publicId, alt }) => [publicId, alt.trim()]));
}

type Shown = Pick<ContentItem, 'section' | 'key' | 'value' | 'metadata'>;

/** publicIds of the pictures that some item shows without words of its own. The library may still have words for them. */
export function listImagesWithoutOwnAlt(items: readonly Pick<Shown, 'value'>[]): Set<string> {
  return new Set(items.flatMap(({ value }) => findUsesWithoutAlt(value)).map(({ publicId }) => publicId));
}

/** The field where words for a picture could be written. */
export interface MissingAlt {
  section: string;
  key: string;
  /** How the item is called. */
  name: string;
  pointer: string;
}

/**
 * Where visible items show a picture without alt text, neither there nor in the library, and that is not marked
 * as decorative. Such a page is not published.
 *
 * @param images of the library, by publicId; other pictures are ignored
 */
export function findMissingAlt(
  items: readonly Shown[],
  images: Readonly<Record<string, Pick<RenderableImage, 'alt' | 'decorative'>>>,
): MissingAlt[] {
  const lacksWords = ({ publicId }: Place) => images[publicId]?.alt.trim() === '' && !images[publicId].decorative;
  return items
    .filter(({ metadata }) => !metadata.hidden)
    .flatMap((item) =>
      findUsesWithoutAlt(item.value)
        .filter(lacksWords)
        .map(({ path }) => ({ section: item.section, key: item.key, name: itemName(item), pointer: toPointer(path) })),
    );
}

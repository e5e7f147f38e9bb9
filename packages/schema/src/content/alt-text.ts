import { toPointer } from '../primitives/json-pointer.ts';
import { isUploadedVideo } from '../primitives/video-link.ts';
import type { ContentItem } from './content-item.ts';
import { getPublicId, type RenderableImage } from './image.ts';

/** The error for a use of a picture that has no alternative text. */
export const missingAltMessage = 'This image has no alt text. Write one, or mark the image as decorative.';
export const missingDescriptionMessage = 'This video has no description. Write one, or mark the video as decorative.';

interface ImageField {
  publicId: string;
  path: PropertyKey[];
  isVideo: boolean;
}

/** A use of a library image, with the alternative text that was written for this use. */
interface Use extends ImageField {
  alt: string;
  decorative: boolean;
}

/** Returns the fields of a value that show an image of the library and can have an alt text. */
function findUses(value: unknown, path: PropertyKey[] = []): Use[] {
  if (typeof value !== 'object' || value === null) return [];
  const { src, alt, decorative } = value as Record<string, unknown>;
  const address = typeof src === 'string' && typeof alt === 'string' ? src : '';
  const publicId = getPublicId(address);
  const inside = Object.entries(value).flatMap(([name, part]) => findUses(part, [...path, name]));
  if (!publicId) return inside;
  const use = { publicId, path: [...path, 'alt'], isVideo: isUploadedVideo(address) };
  return [{ ...use, alt: String(alt), decorative: decorative === true }, ...inside];
}

/** Returns the uses that are not decorative and have no alt text of their own. */
function findUsesWithoutAlt(value: unknown): ImageField[] {
  return findUses(value).filter(({ alt, decorative }) => alt === '' && !decorative);
}

/** Returns the alt texts that a value has for images of the library, by publicId; the first one of each image. */
export function findAltTexts(value: unknown): Map<string, string> {
  const described = findUses(value).filter(({ alt, decorative }) => alt.trim() !== '' && !decorative);
  return new Map(described.toReversed().map(({ publicId, alt }) => [publicId, alt.trim()]));
}

type Shown = Pick<ContentItem, 'section' | 'key' | 'value' | 'metadata'>;

/**
 * Returns the publicIds of pictures with at least one use without its own alt text. The library may have one for them.
 */
export function listImagesWithoutOwnAlt(items: readonly Pick<Shown, 'value'>[]): Set<string> {
  return new Set(items.flatMap(({ value }) => findUsesWithoutAlt(value)).map(({ publicId }) => publicId));
}

/** The field where an alt text is missing. */
export interface MissingAlt {
  section: string;
  key: string;
  pointer: string;
  /** The error for editors. */
  detail: string;
}

/**
 * Returns the uses in visible items that are not decorative and have no alt text, neither their own nor in the library.
 * Such a page is not published.
 *
 * @param images of the library, by publicId; other pictures are ignored
 */
export function findMissingAlt(
  items: readonly Shown[],
  images: Readonly<Record<string, Pick<RenderableImage, 'alt' | 'decorative'>>>,
): MissingAlt[] {
  const hasNoAlt = ({ publicId }: ImageField) => images[publicId]?.alt.trim() === '' && !images[publicId].decorative;
  return items
    .filter(({ metadata }) => !metadata.hidden)
    .flatMap((item) =>
      findUsesWithoutAlt(item.value)
        .filter(hasNoAlt)
        .map(({ path, isVideo }) => ({
          section: item.section,
          key: item.key,
          pointer: toPointer(path),
          detail: isVideo ? missingDescriptionMessage : missingAltMessage,
        })),
    );
}

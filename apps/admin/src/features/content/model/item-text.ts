import type { ContentItem } from '@threadline/schema/content/content-item';
import type { ItemDefinition } from '@threadline/schema/content/content-model';
import { getField } from '@threadline/schema/content/form-field';
import { capitalise, getItemTitle, listTexts } from '@threadline/schema/content/item-name';
import { findArt } from '@threadline/schema/primitives/art';
import { isUploadedVideo } from '@threadline/schema/primitives/video-link';
import { getArtThumbnail } from '../../../ui/art-thumbnail.ts';

/** Spec §2, §9: previews are cut at 200 characters. */
export const previewLength = 200;

export function cutPreview(text: string): string {
  const characters = [...text]; // by code points, so that no emoji is cut in half
  return characters.length > previewLength ? `${characters.slice(0, previewLength).join('').trimEnd()}…` : text;
}

/** Returns the kind of an item for editors. The stored type is the one of the specification. */
export function getKindLabel({ schema, list }: ItemDefinition): string {
  if (list) return capitalise(list.itemTitle);
  const field = getField(schema);
  const parts = Object.values(field.properties ?? {});
  if (parts.length === 0) return 'Text';
  return parts.some(({ input }) => input === 'table') ? 'Tables' : 'Details';
}

/**
 * Returns the texts of an item without its title, cut at 200 characters.
 *
 * @param fill replaces the names of values by the values
 */
export function formatPreview(
  item: Pick<ContentItem, 'value' | 'metadata'>,
  definition: ItemDefinition,
  fill = (text: string) => text,
): string {
  const title = getItemTitle(item, definition);
  const texts = listTexts(getField(definition.schema), item.value).map(({ text }) => text);
  const rest = new Set(texts.filter((text) => text !== title));
  return cutPreview(fill([...rest].join(' · ').replaceAll('\n', ' ')));
}

/** Returns whether a slide shows a video. */
export function showsVideo(value: unknown): boolean {
  return (value as { media?: { type?: string } } | null)?.media?.type === 'video';
}

/** Returns the address of the first picture in a value: of the image library or a drawing. A video has its poster image. */
export function findThumbnail(value: unknown): string | undefined {
  const addresses = [...(JSON.stringify(value) ?? '').matchAll(/"(\/(?:media|art)\/[^"]+)"/g)];
  const [, src] = addresses.find(([, address = '']) => !isUploadedVideo(address)) ?? [];
  const art = findArt(src ?? '');
  return art ? getArtThumbnail(art) : src;
}

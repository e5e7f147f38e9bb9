import { z } from 'zod';
import { mediaPath, mediaSource, videoPath } from '../primitives/fields.ts';
import { captionsSchema } from './captions.ts';
import { imageEditSchema } from './image-edit.ts';

/** The formats that the specification names to users. AVIF is accepted as well. */
export const imageKinds = 'PNG, JPG, JPEG or WebP';
export const maxImageBytes = 10 * 1024 * 1024;
export const maxAltLength = 240;
export const maxImagesPerUpload = 20;
export const variantWidths = [480, 768, 1024, 1280, 1536] as const;

/** The icons of a square picture, as PNG: for the browser tab, and on white for the home screen of a phone. */
export const iconWidths = { tab: 96, homeScreen: 180 } as const;

/** Returns whether a picture can be an icon. A drawing may differ by a rounded pixel. */
export function isSquare({ width, height }: { width: number; height: number }): boolean {
  return Math.abs(width - height) <= width / 50;
}

export const imageTagSchema = z.string().regex(/^[a-z0-9][a-z0-9 -]{0,29}$/, {
  error: 'Use small letters, digits, spaces and hyphens, 30 at most.',
});

export const imageTagsSchema = z.array(imageTagSchema).max(20, { error: 'Use at most 20 tags.' });

/** `/media/<hash>-<width>.<extension>`: every file of the library. */
export const libraryPath = /^\/media\/[0-9a-f]{32}(?:-[0-9a-f]{12})?-\d{1,5}\.(?:avif|webp|svg|jpg|png|mp4|webm|vtt)$/;

/** A file of an image, or of a video and its captions. */
const variantSchema = z.object({
  /**
   * `svg`: a drawing. It has avif and webp as well, for programs that show no SVG.
   * `png`: an icon of a square picture, see `iconWidths`.
   */
  format: z.enum(['avif', 'webp', 'svg', 'png', 'mp4', 'webm', 'vtt']),
  width: z.number().int(),
  height: z.number().int(),
  url: z.string().regex(libraryPath),
  bytes: z.number().int(),
});

/** The properties that only videos have. */
export const videoSchema = z.object({
  durationMs: z.number().int(),
  hasSound: z.boolean(),
  /** The picture that represents the video in the library and in new uses; empty if there is none yet. */
  poster: mediaSource('Poster image', { optional: true }),
});

/** The properties of a library image that a page needs. */
export const renderableImageSchema = z.object({
  publicId: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  alt: z.string(),
  /** Screen readers skip the image: it has no meaning that an alt text could express. */
  decorative: z.boolean(),
  /** Focal point, in percent from the left and from the top. */
  focus: z.object({ x: z.number().min(0).max(100), y: z.number().min(0).max(100) }),
  variants: z.array(variantSchema),
  /** Only if this is a video. */
  video: videoSchema.optional(),
});
export type RenderableImage = z.infer<typeof renderableImageSchema>;

/** Image (Spec §3): `_id, url, publicId, originalName, tags, uploadedAt`, and more. */
export const imageSchema = renderableImageSchema.extend({
  _id: z.string(),
  url: z.string(),
  originalName: z.string(),
  tags: z.array(imageTagSchema),
  uploadedAt: z.iso.datetime(),
  uploadedBy: z.string().nullable(),
  bytes: z.number().int(),
  /** The size of the uploaded picture, and how the image is made from it. Absent if the original is not stored. */
  original: z.object({ width: z.number().int(), height: z.number().int(), edit: imageEditSchema }).optional(),
  /** The name of the file that was replaced last and can be restored. */
  previousName: z.string().optional(),
  /** True if the image is used and every use has its own alt text. */
  hasAltInContent: z.boolean().optional(),
  /** For images in the trash: when they were moved there, and until when they can be restored. */
  trashed: z.object({ at: z.iso.datetime(), until: z.iso.datetime() }).optional(),
});
export type Image = z.infer<typeof imageSchema>;

/** Body of `PATCH /api/upload/image/{id}`. */
export const updateImageSchema = z.strictObject({
  tags: imageTagsSchema.optional(),
  alt: z
    .string()
    .max(maxAltLength, { error: `Use at most ${maxAltLength} characters.` })
    .refine((alt) => alt.isWellFormed(), { error: 'This text contains characters that cannot be stored.' })
    .optional(),
  decorative: z.boolean().optional(),
  focus: renderableImageSchema.shape.focus.optional(),
  /** Only for videos. */
  poster: videoSchema.shape.poster.optional(),
});

export const maxImagesPerAction = 1000;

const selectedIdsSchema = z
  .array(z.string().max(64))
  .min(1, { error: 'Select at least one image.' })
  .max(maxImagesPerAction, { error: `Select at most ${maxImagesPerAction} images.` });

/** Body of `POST /api/upload/images/bulk`: one change of several images. */
export const bulkImageSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('delete'), ids: selectedIdsSchema }),
  z.strictObject({ action: z.literal('restore'), ids: selectedIdsSchema }),
  z.strictObject({ action: z.literal('add-tag'), ids: selectedIdsSchema, tag: imageTagSchema }),
  z.strictObject({ action: z.literal('remove-tag'), ids: selectedIdsSchema, tag: imageTagSchema }),
]);
export type BulkImageChange = z.infer<typeof bulkImageSchema>;

/** Query of `POST /api/upload/video`, whose body is the file. */
export const uploadVideoQuerySchema = z.object({ name: z.string().max(500).optional() });

/** Body of `POST /api/upload/linked-video`: the address of a video on YouTube or Vimeo. */
export const linkedVideoSchema = z.strictObject({ href: z.string().max(200) });

/** Body of `PUT /api/upload/image/{id}/captions`. */
export const updateCaptionsSchema = z.strictObject({ text: captionsSchema });

/** The largest video that the server accepts. */
export interface VideoLimits {
  bytes: number;
  seconds: number;
}

/** Spec §2: the filters All, Recent, Hero, Banner and Gallery; two kinds; two filters for open work; and the trash. */
export const imageFilterSchema = z.enum([
  'all',
  'recent',
  'hero',
  'banner',
  'gallery',
  'pictures',
  'videos',
  'unused',
  'no-alt',
  'trash',
]);
export type ImageFilter = z.infer<typeof imageFilterSchema>;

/** Spec §9: uploaded within the last 7 days. */
export const recentMs = 7 * 24 * 3_600_000;

export const maxImagesPerPage = 200;

/** Query of `GET /api/upload/images`. Without `limit` the response contains the whole library (Spec §7). */
export const imageQuerySchema = z.object({
  limit: z.coerce
    .number({ error: 'limit must be a number.' })
    .int({ error: 'limit must be a whole number.' })
    .min(1, { error: 'limit must be at least 1.' })
    .max(maxImagesPerPage, { error: `limit must be at most ${maxImagesPerPage}.` })
    .optional(),
  /** The `next` of the page before. */
  cursor: z
    .string()
    .regex(/^[\dT:.Z-]{24}~[\w-]{1,64}$/, { error: 'This is not a cursor of this list.' })
    .optional(),
  filter: imageFilterSchema.optional(),
  search: z.string().max(100, { error: 'Search for at most 100 characters.' }).optional(),
});

/** A page of the library. `counts` covers the whole library, `total` the images that match filter and search. */
export const imagePageSchema = z.object({
  next: z.string().nullable(),
  total: z.number().int(),
  counts: z.record(imageFilterSchema, z.number().int()),
});
export type ImagePage = z.infer<typeof imagePageSchema>;

/** A field that shows an image, in the working copy, on the live site, or both; in neither if only a draft has it. */
export const imageUseSchema = z.object({
  section: z.string(),
  key: z.string(),
  /** The item's name in the admin. */
  name: z.string(),
  pointer: z.string(),
  /** The label of the field in its form. */
  field: z.string(),
  working: z.boolean(),
  live: z.boolean(),
  /** True for a draft that was discarded and can be restored. */
  discarded: z.boolean().optional(),
});
export type ImageUse = z.infer<typeof imageUseSchema>;

/** Where an image is used: in fields of the content, and by videos whose poster image it is. */
export interface ImageUses {
  uses: ImageUse[];
  /** The names of the videos. */
  videos: string[];
}

/** The outcome of a bulk change. An image that needed no change is in neither list. */
export interface BulkImageResult {
  /** The ids of the changed images. */
  changed: string[];
  refused: ({ _id: string; originalName: string; detail: string } & ImageUses)[];
}

/** Returns the address of the widest variant for programs that show no modern formats. */
export function getImageUrl({ variants }: Pick<RenderableImage, 'variants'>): string {
  return variants.findLast(({ format }) => format === 'webp')?.url ?? '';
}

/**
 * Returns a value in which each address of a library image is that of its current file. A stored address keeps the name of
 * the file that the image had when it was chosen. Returns the same value if nothing differs.
 */
export function resolveImageUrls<Value>(value: Value, images: Record<string, RenderableImage>): Value {
  // Only strings are replaced, by strings.
  if (typeof value === 'string') return resolveImageUrl(value, images) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, before]) => [name, before, resolveImageUrls(before, images)]);
  if (entries.every(([, before, after]) => before === after)) return value;
  const resolved = Array.isArray(value)
    ? entries.map(([, , after]) => after)
    : Object.fromEntries(entries.map(([name, , after]) => [name, after]));
  return resolved as Value;
}

function resolveImageUrl(address: string, images: Record<string, RenderableImage>): string {
  const image = images[getPublicId(address) ?? ''];
  if (!image || image.variants.some(({ url }) => url === address)) return address;
  return getImageUrl(image) || address;
}

/** Returns the publicId in a `/media/…` URL of the library; undefined for other URLs. */
export function getPublicId(src: string): string | undefined {
  return (mediaPath.exec(src) ?? videoPath.exec(src))?.[1];
}

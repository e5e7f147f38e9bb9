import { z } from 'zod';
import { mediaPath } from './primitives.ts';

export const maxImageBytes = 10 * 1024 * 1024;
export const maxImagesPerUpload = 20;
export const variantWidths = [480, 768, 1024, 1280, 1536] as const;

export const imageTagSchema = z.string().regex(/^[a-z0-9][a-z0-9 -]{0,29}$/, {
  error: 'Use small letters, digits, spaces and hyphens, 30 at most.',
});

const variantSchema = z.object({
  format: z.enum(['avif', 'webp']),
  width: z.number().int(),
  height: z.number().int(),
  url: z.string().regex(mediaPath),
  bytes: z.number().int(),
});

/** What a page needs to show an image of the library. */
export const renderableImageSchema = z.object({
  publicId: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  alt: z.string(),
  /** Focal point, in percent from the left and from the top. */
  focus: z.object({ x: z.number().min(0).max(100), y: z.number().min(0).max(100) }),
  variants: z.array(variantSchema),
});
export type RenderableImage = z.infer<typeof renderableImageSchema>;

/** Image (Spec §3): `_id, url, publicId, originalName, tags, uploadedAt`, and more. */
export const imageSchema = renderableImageSchema.extend({
  _id: z.string(),
  url: z.string(),
  originalName: z.string(),
  tags: z.array(imageTagSchema),
  uploadedAt: z.iso.datetime(),
  bytes: z.number().int(),
});
export type Image = z.infer<typeof imageSchema>;

/** Body of `PATCH /api/upload/image/{id}`. */
export const updateImageSchema = z.strictObject({
  tags: z.array(imageTagSchema).max(20, { error: 'Use at most 20 tags.' }).optional(),
  alt: z
    .string()
    .max(240, { error: 'Use at most 240 characters.' })
    .refine((alt) => alt.isWellFormed(), { error: 'This text contains characters that cannot be stored.' })
    .optional(),
  focus: renderableImageSchema.shape.focus.optional(),
});

/** The library image that a `/media/…` address belongs to, if it is one. */
export function publicIdOf(src: string): string | undefined {
  return mediaPath.exec(src)?.[1];
}

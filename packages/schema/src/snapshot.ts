import { z } from 'zod';
import { contentItemSchema } from './content-item.ts';
import { renderableImageSchema } from './image.ts';

/**
 * All that a page may depend on, at one revision. Rendering the same snapshot twice gives the same bytes: it holds no
 * clock and no machine name.
 */
export const snapshotSchema = z.object({
  revision: z.number().int().nonnegative(),
  /** Absolute address of the public site, without a slash at its end. */
  siteUrl: z.url(),
  /** Where the forms of the site send to; empty when the API answers on the site's own address. */
  apiUrl: z.string(),
  /** In the order of the page. */
  items: z.array(contentItemSchema),
  /** The library images that the content mentions, by publicId. */
  images: z.record(z.string(), renderableImageSchema),
});
export type Snapshot = z.infer<typeof snapshotSchema>;

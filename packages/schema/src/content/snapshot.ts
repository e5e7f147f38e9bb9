import { z } from 'zod';
import { contentItemSchema } from './content-item.ts';
import { renderableImageSchema } from './image.ts';

/**
 * Everything that a page may depend on, at one revision. Rendering the same snapshot twice gives the same bytes: it
 * contains neither a time nor a machine name.
 */
export const snapshotSchema = z.object({
  revision: z.number().int().nonnegative(),
  /** Absolute URL of the public site, without a trailing slash. */
  siteUrl: z.url(),
  /** The origin to which the site's forms are sent; empty if the API has the same origin as the site. */
  apiUrl: z.string(),
  /** The origin of the library's images; empty if they have the origin of the page. */
  mediaUrl: z.string(),
  /** In page order. */
  items: z.array(contentItemSchema),
  /** The library images that the content uses, by publicId. */
  images: z.record(z.string(), renderableImageSchema),
});
export type Snapshot = z.infer<typeof snapshotSchema>;

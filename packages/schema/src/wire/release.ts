import { z } from 'zod';

/** `<revision, six digits>-<eight hex digits of the content hash>`; sorts by revision. */
export const releaseIdSchema = z.string().regex(/^\d{6,}-[0-9a-f]{8}$/);

/** The stored bytes of one file. `sha256` is in hex. */
const storedBytesSchema = z.object({ bytes: z.number().int(), sha256: z.string() });

const releaseFileSchema = storedBytesSchema.extend({
  /** Path below the release's `public/`. */
  file: z.string(),
  contentType: z.string(),
  /** The precompressed copies beside the file: `<file>.br` and `<file>.gz`. */
  encodings: z.object({ br: storedBytesSchema.optional(), gzip: storedBytesSchema.optional() }),
  /** The file name contains a hash: it may be cached forever. */
  immutable: z.boolean(),
  /** Headers of this page, such as its content security policy. */
  headers: z.record(z.string(), z.string()),
});
export type StoredBytes = z.infer<typeof storedBytesSchema>;
export type ReleaseFile = z.infer<typeof releaseFileSchema>;

/**
 * Returns release ids in the order in which they replace a damaged one: `current` first, then older ones, newest first,
 * then newer ones. A newer release comes last because editors may have rolled back from it.
 */
export function fallbackOrder(ids: readonly string[], current: string | undefined): string[] {
  const ascending = [...ids].sort();
  if (current === undefined) return ascending.reverse();
  return [...ascending.filter((id) => id <= current).reverse(), ...ascending.filter((id) => id > current)];
}

/** `manifest.json` of a release: URL path → file. `/404/` is the response to every unknown path. */
export const releaseManifestSchema = z.object({
  id: releaseIdSchema,
  revision: z.number().int(),
  createdAt: z.iso.datetime(),
  /** Headers of all files. A file's own headers win. */
  headers: z.record(z.string(), z.string()),
  files: z.record(z.string(), releaseFileSchema),
});
export type ReleaseManifest = z.infer<typeof releaseManifestSchema>;

/** `live.json` of a store: the release that visitors get. It is the only file of a store that is ever overwritten. */
export const livePointerSchema = z.object({
  id: releaseIdSchema,
  revision: z.number().int(),
  /** When publishing decided on it, in ms since 1970. A pointer never replaces one with a higher order. */
  order: z.number().int(),
  at: z.iso.datetime(),
  /**
   * The releases that were live last, newest first, with this one, and when each became live. Pages in open tabs still
   * request their hashed files.
   */
  recent: z.array(z.object({ id: releaseIdSchema, at: z.iso.datetime() })),
});
export type LivePointer = z.infer<typeof livePointerSchema>;

/** `/release.json`: identifies the release that a visitor or a cache has. */
export const releaseMarkSchema = z.object({ id: releaseIdSchema, revision: z.number().int() });

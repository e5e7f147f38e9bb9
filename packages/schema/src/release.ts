import { z } from 'zod';

/** `<revision, six digits>-<eight hex digits of the content hash>`; sorts by revision. */
export const releaseIdSchema = z.string().regex(/^\d{6,}-[0-9a-f]{8}$/);

const releaseFileSchema = z.object({
  /** Below the release's `public/`. */
  file: z.string(),
  sha256: z.string(),
  bytes: z.number().int(),
  contentType: z.string(),
  /** Compressed twins beside the file, with their sizes. */
  encodings: z.object({ br: z.number().int().optional(), gzip: z.number().int().optional() }),
  /** Hashed name: may be cached for ever. */
  immutable: z.boolean(),
  /** Headers that belong to this page, such as its content security policy. */
  headers: z.record(z.string(), z.string()),
});
export type ReleaseFile = z.infer<typeof releaseFileSchema>;

/** `manifest.json` of a release: URL path → file. `/404/` answers every unknown path. */
export const releaseManifestSchema = z.object({
  id: releaseIdSchema,
  revision: z.number().int(),
  createdAt: z.iso.datetime(),
  files: z.record(z.string(), releaseFileSchema),
});
export type ReleaseManifest = z.infer<typeof releaseManifestSchema>;

/** Served as `/release.json`: what a visitor's copy of the site is. */
export const releaseMarkSchema = z.object({ id: releaseIdSchema, revision: z.number().int() });

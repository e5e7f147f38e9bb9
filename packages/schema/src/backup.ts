import { z } from 'zod';

/** `2026-11-21T10-00-00-000Z`: when it was made, in a form that file systems take. Sorts by age. */
export const backupIdSchema = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/);

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** `manifest.json` of a backup: all that has to be in it, and what the site looks like that is made from it. */
export const backupManifestSchema = z.object({
  format: z.literal('threadline-backup'),
  formatVersion: z.literal(1),
  /** Version of the program that made it. */
  madeBy: z.string(),
  createdAt: z.iso.datetime(),
  /** Newest revision whose pages were recorded. */
  revision: z.number().int().nonnegative(),
  /** URL path → hash of the rendered bytes; null if the site could not be rendered when the backup was made. */
  pages: z.record(z.string(), sha256).nullable(),
  /** Where the pages were rendered for: addresses are part of their bytes. */
  siteUrl: z.url(),
  /** Name below the backup → size and hash: `threadline.db`, `media/…`, `keys/…`. */
  files: z.record(
    z.string().regex(/^(?:threadline\.db|(?:media|keys)\/[A-Za-z0-9][A-Za-z0-9_-]*(?:\.[A-Za-z0-9]+)*)$/),
    z.object({ bytes: z.number().int().nonnegative(), sha256 }),
  ),
});
export type BackupManifest = z.infer<typeof backupManifestSchema>;

/** Result of a rehearsal: the backup was restored to a scratch folder, rendered and compared. */
export const backupProofSchema = z.object({
  at: z.iso.datetime(),
  /** `unproven`: whole, but it could not be rendered. */
  result: z.enum(['proven', 'unproven', 'damaged']),
  /** A sentence for people. */
  detail: z.string(),
});
export type BackupProof = z.infer<typeof backupProofSchema>;

/** A backup in `DATA_DIR/backups`, newest first in `GET /api/backups`. */
export const backupSchema = z.object({
  id: backupIdSchema,
  createdAt: z.iso.datetime(),
  revision: z.number().int(),
  /** Of all its files; images are shared with the library and take no room of their own. */
  bytes: z.number().int(),
  files: z.number().int(),
  proof: backupProofSchema.nullable(),
});
export type Backup = z.infer<typeof backupSchema>;

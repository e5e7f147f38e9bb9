import { z } from 'zod';

/** `2026-11-21T10-00-00-000Z`: when it was made, in a form that file systems take. Sorts by age. */
export const backupIdSchema = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/);

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** The most files that one backup may hold. Packing and unpacking share this limit. */
export const maxBackupFiles = 2_000_000;

/** First line of `manifest.jsonl`: the state of the site when the backup was made. */
export const backupHeaderSchema = z.object({
  format: z.literal('threadline-backup'),
  formatVersion: z.literal(2),
  /** Version of the program that made it. */
  madeBy: z.string(),
  createdAt: z.iso.datetime(),
  /** Newest revision whose pages were recorded. */
  revision: z.number().int().nonnegative(),
  /** URL path → hash of the rendered bytes; null if the site could not be rendered when the backup was made. */
  pages: z.record(z.string(), sha256).nullable(),
  /** Where the pages were rendered for: addresses are part of their bytes. */
  siteUrl: z.url(),
  /** Number of lines that follow. A manifest that was cut off has fewer. */
  fileCount: z.number().int().nonnegative().max(maxBackupFiles),
});

/** Every other line of `manifest.jsonl`: one file of the backup. */
export const backupFileSchema = z.object({
  /** Path below the backup's folder: `threadline.db`, `media/…`, `keys/…`. */
  name: z.string().regex(/^(?:threadline\.db|(?:media|keys)\/[A-Za-z0-9][A-Za-z0-9_-]*(?:\.[A-Za-z0-9]+)*)$/),
  bytes: z.number().int().nonnegative(),
  sha256,
  /** When the file was last changed. The next backup hashes it again unless this and the size are still the same. */
  mtimeMs: z.number().optional(),
});

export type FileFacts = Omit<z.infer<typeof backupFileSchema>, 'name'>;

/** The content of `manifest.jsonl`: every file that a backup must hold, and the hashes of the site's pages. */
export type BackupManifest = Omit<z.infer<typeof backupHeaderSchema>, 'fileCount'> & {
  /** By name. */
  files: Record<string, FileFacts>;
};

/** Result of a rehearsal: the backup was restored to a scratch folder, rendered and compared. */
export const backupVerificationSchema = z.object({
  at: z.iso.datetime(),
  /** `unverified`: whole, but it could not be rendered. */
  result: z.enum(['verified', 'unverified', 'damaged']),
  /** A sentence for people. */
  detail: z.string(),
});
export type BackupVerification = z.infer<typeof backupVerificationSchema>;

/** A backup in `DATA_DIR/backups`, newest first in `GET /api/backups`. */
export const backupSchema = z.object({
  id: backupIdSchema,
  createdAt: z.iso.datetime(),
  revision: z.number().int(),
  /** Of all its files; images are shared with the library and take no room of their own. */
  bytes: z.number().int(),
  files: z.number().int(),
  verification: backupVerificationSchema.nullable(),
});
export type Backup = z.infer<typeof backupSchema>;

/** `summary.json` beside the manifest. Lists of backups read only this file. */
export const backupSummarySchema = backupSchema.omit({ id: true });
export type BackupSummary = z.infer<typeof backupSummarySchema>;

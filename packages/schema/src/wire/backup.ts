import { z } from 'zod';

/** The time of the backup, such as `2026-11-21T10-00-00-000Z`: valid as a file name, and sorts by age. */
export const backupIdSchema = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/);

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** The maximum number of files in a backup. Packing and unpacking share this limit. */
export const maxBackupFiles = 2_000_000;

/** First line of `manifest.jsonl`: the state of the site when the backup was made. */
export const backupHeaderSchema = z.object({
  format: z.literal('threadline-backup'),
  formatVersion: z.literal(3),
  /** Version of the program that made the backup. */
  madeBy: z.string(),
  createdAt: z.iso.datetime(),
  /** Newest revision whose pages were recorded. */
  revision: z.number().int().nonnegative(),
  /** URL path → hash of the rendered bytes; null if the site could not be rendered when the backup was made. */
  pages: z.record(z.string(), sha256).nullable(),
  /** The site's address at that time: it is part of the rendered bytes. */
  siteUrl: z.url(),
  /** Hash of the first audit entry, which a database shares with all its backups; empty without entries. */
  site: z.string(),
  /** Number of lines that follow. A manifest that was cut off has fewer. */
  fileCount: z.number().int().nonnegative().max(maxBackupFiles),
});

/** Every other line of `manifest.jsonl`: one file of the backup. */
export const backupFileSchema = z.object({
  /** Path below the backup's folder: `threadline.db`, `media/…`, `keys/…`. */
  name: z.string().regex(/^(?:threadline\.db|(?:media|keys)\/[A-Za-z0-9][A-Za-z0-9_-]*(?:\.[A-Za-z0-9]+)*)$/),
  bytes: z.number().int().nonnegative(),
  sha256,
  /** The file's modification time. The next backup hashes the file again unless this and the size are unchanged. */
  mtimeMs: z.number().optional(),
  /** The backup names this image without containing it: it is in the object store of the images. */
  isNamed: z.literal(true).optional(),
});

export type FileFacts = Omit<z.infer<typeof backupFileSchema>, 'name' | 'isNamed'>;

/** The content of `manifest.jsonl`: every file of a backup, images elsewhere, and the hashes of the site's pages. */
export type BackupManifest = Omit<z.infer<typeof backupHeaderSchema>, 'fileCount'> & {
  /** The files of the backup, by name. */
  files: Record<string, FileFacts>;
  /** Images that stay in their object store, by name. */
  named: Record<string, FileFacts>;
};

/** The result of a rehearsal: the backup was restored to a temporary folder, rendered and compared. */
export const backupVerificationSchema = z.object({
  at: z.iso.datetime(),
  /** `unverified`: complete, but its pages could not be rendered. */
  result: z.enum(['verified', 'unverified', 'damaged']),
  /** A sentence for the operator. */
  detail: z.string(),
});
export type BackupVerification = z.infer<typeof backupVerificationSchema>;

/** A backup, newest first in `GET /api/backups`. */
export const backupSchema = z.object({
  id: backupIdSchema,
  /** `local`: in `DATA_DIR/backups`; `off-site`: in the object store of the backup location. */
  place: z.enum(['local', 'off-site']),
  createdAt: z.iso.datetime(),
  revision: z.number().int(),
  /** Total size of its files. Images are shared with the library and take no additional space. */
  bytes: z.number().int(),
  files: z.number().int(),
  verification: backupVerificationSchema.nullable(),
});
export type Backup = z.infer<typeof backupSchema>;

/** How the restore ended that was last started in the admin. */
export const lastRestoreSchema = z.object({
  id: backupIdSchema,
  at: z.iso.datetime(),
  /** A sentence; null after success. */
  problem: z.string().nullable(),
});
export type LastRestore = z.infer<typeof lastRestoreSchema>;

/** `summary.json` beside the manifest: the only file that a list of backups has to read. */
export const backupSummarySchema = backupSchema.omit({ id: true, place: true });
export type BackupSummary = z.infer<typeof backupSummarySchema>;

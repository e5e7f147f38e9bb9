import { z } from 'zod';

export const maxSecretAccessKeyLength = 500;

const isThisMachine = (host: string) => /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(host);

/**
 * Returns the address of a storage service without a path, in which providers repeat the bucket; undefined if the text is
 * no such address. `https://` may be missing. `http://` is only accepted for this machine.
 */
export function parseEndpoint(text: string): string | undefined {
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  if (url?.username !== '' || url.password !== '') return undefined;
  if (isThisMachine(url.hostname)) return url.origin;
  return url.protocol === 'https:' && url.hostname.includes('.') ? url.origin : undefined;
}

const endpointSchema = z
  .string({ error: 'Enter the address of the storage service.' })
  .trim()
  .min(1, { error: 'Enter the address of the storage service.', abort: true })
  .max(300, { error: 'Use at most 300 characters.', abort: true })
  .transform((text, context) => {
    const endpoint = parseEndpoint(text);
    if (endpoint !== undefined) return endpoint;
    context.addIssue({ code: 'custom', message: 'Enter an address such as https://s3.example.org.' });
    return z.NEVER;
  });

/** A folder in a bucket without slashes at its ends; empty for the whole bucket. */
const folderSchema = z
  .string()
  .max(200, { error: 'Use at most 200 characters.' })
  .transform((text) => text.split('/').flatMap((part) => part.trim() || []))
  .refine((parts) => parts.every((part) => /^[\w. -]+$/.test(part) && !/^\.+$/.test(part)), {
    error: 'Use only letters, numbers, hyphens, dots, spaces and underscores, with / between folders.',
  })
  .transform((parts) => parts.join('/'));

const hasNoControlCharacters = (text: string) => !/\p{Cc}/u.test(text) && text.isWellFormed();

/** Body of `PUT /api/backup-location`: an S3-compatible bucket, or a folder of one. */
export const backupLocationChangeSchema = z.strictObject({
  region: z
    .string()
    .trim()
    .min(1, { error: 'Enter the region.', abort: true })
    .regex(/^[a-z0-9-]{1,50}$/, { error: 'Enter only the code of the region, such as ap-south-1.' }),
  endpoint: endpointSchema,
  bucket: z
    .string()
    .trim()
    .min(1, { error: 'Enter the name of the bucket.', abort: true })
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, {
      error: 'A bucket has 3 to 63 small letters, numbers, dots and hyphens.',
    }),
  folder: folderSchema,
  accessKeyId: z
    .string()
    .trim()
    .min(1, { error: 'Enter the access key ID.', abort: true })
    .max(200, { error: 'Use at most 200 characters.' })
    .regex(/^[\x21-\x7e]+$/, { error: 'An access key ID has only letters, numbers and signs, without spaces.' }),
  /** Without it, or empty, the stored one stays. */
  secretAccessKey: z
    .string()
    .trim()
    .max(maxSecretAccessKeyLength, { error: `Use at most ${maxSecretAccessKeyLength} characters.` })
    .refine(hasNoControlCharacters, { error: 'This key contains characters that cannot be used.' })
    .optional(),
});
export type BackupLocationChange = z.infer<typeof backupLocationChangeSchema>;

/** The reply of `GET /api/backup-location`. */
export interface BackupLocationSettings {
  /** `environment`: set in `BACKUP_URL`, so that the admin cannot change it. `none`: backups stay on the server. */
  source: 'environment' | 'admin' | 'none';
  /** Without the secret; the access key ID is empty if the environment sets the location. */
  location: Omit<BackupLocationChange, 'secretAccessKey'> | null;
  /** The stored secret was encrypted with the key of another installation: it has to be entered again. */
  isSecretLost: boolean;
}

/** The outcome of a connection check. */
export interface BackupLocationCheck {
  ok: boolean;
  /** One or more sentences for the user. */
  detail: string;
}

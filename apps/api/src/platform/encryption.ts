import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts with AES-256-GCM and a key outside the database. */
export function encryptText(text: string, secret: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', hashSecret(secret), iv);
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString('base64');
}

/** Returns undefined for another key, as after a restore without keys, and for damaged text. */
export function decryptText(text: string, secret: string): string | undefined {
  const bytes = Buffer.from(text, 'base64');
  try {
    const decipher = createDecipheriv('aes-256-gcm', hashSecret(secret), bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Derives a secret for another purpose (RFC 5869), so that what is encrypted for one purpose is useless for the other. */
export function deriveSecret(secret: string, purpose: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)).toString('hex');
}

/** Returns the key of the backup location's secret. The command line derives it, too. */
export const deriveBackupSecretKey = (secondFactorKey: string) => deriveSecret(secondFactorKey, 'backup location');

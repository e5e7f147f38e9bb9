import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOrCreateSecret } from '@threadline/config/secret-file';

interface KeyFile {
  create: () => string;
  isValid: (text: string) => boolean;
  /** Consequence of generating a new key, as the end of a sentence. */
  consequence: string;
}

const hexToken: Pick<KeyFile, 'create' | 'isValid'> = {
  create: () => randomBytes(32).toString('hex'),
  isValid: (text) => /^[0-9a-f]{64}$/.test(text),
};

/** All secrets that are generated into `DATA_DIR/keys`. */
export const keyFiles = {
  'token-key.pem': {
    create: () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    isValid: isPrivateKey,
    consequence: 'everyone has to sign in again',
  },
  'second-factor-key': {
    ...hexToken,
    consequence:
      'authenticator apps no longer work: for each user, run "npm run cli -- user reset <email> --remove-second-factor"; and what was set up in the admin with a password or a key, the mail server and the backup location, needs it again',
  },
  'erasure-key': {
    ...hexToken,
    consequence: 'deletion records can no longer be matched: a backup that is restored may bring erased people back',
  },
  'account-link-key': { ...hexToken, consequence: 'open invitations and password links stop working' },
  'mail-link-key': {
    ...hexToken,
    consequence: 'confirmation, unsubscribe and privacy links in sent mail stop working',
  },
  'refresh-token-key': {
    ...hexToken,
    consequence: 'a stolen refresh token that was issued before is refused, but no longer ends its session',
  },
  'network-key': { ...hexToken, consequence: 'limits per network start counting again' },
  'self-test-token': { ...hexToken, consequence: 'nothing else changes' },
  'publisher-token': {
    ...hexToken,
    // If the publisher starts first, it generates this key in base64url.
    isValid: (text) => /^[\w-]{32,}$/.test(text),
    consequence: 'a publisher on another machine needs the new token',
  },
  'webhook-secret': {
    create: () => `whsec_${randomBytes(32).toString('base64')}`,
    isValid: (text) => /^whsec_[A-Za-z0-9+/]{20,}={0,2}$/.test(text),
    consequence: 'a publisher on another machine needs the new secret',
  },
} as const satisfies Record<string, KeyFile>;

export type KeyName = keyof typeof keyFiles;

export function isKeyName(name: string): name is KeyName {
  return Object.hasOwn(keyFiles, name);
}

export function getKeyPath(dataDir: string, name: KeyName): string {
  return join(dataDir, 'keys', name);
}

/**
 * Returns a key of this installation. A missing one is generated.
 *
 * @throws Error if the file exists but cannot be read
 */
export function readKey(dataDir: string, name: KeyName): string {
  return readOrCreateSecret(getKeyPath(dataDir, name), keyFiles[name].create);
}

export function isKeyMissing(dataDir: string, name: KeyName): boolean {
  try {
    lstatSync(getKeyPath(dataDir, name));
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

/** Returns the fault of a key file, as the end of a sentence; undefined if it is usable or missing. */
export function findKeyFault(dataDir: string, name: KeyName): string | undefined {
  let text: string;
  try {
    text = readFileSync(getKeyPath(dataDir, name), 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? undefined : `cannot be read (${code})`;
  }
  if (text === '') return 'is empty';
  return keyFiles[name].isValid(text) ? undefined : 'is damaged';
}

function isPrivateKey(text: string): boolean {
  try {
    return createPrivateKey(text).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}

/** Compares a secret with a given text of any length. The duration reveals nothing about the secret. */
export function isSameSecret(secret: string, given: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(secret), digest(given));
}

/** Returns the form in which a random token of a link is stored: the database alone opens no link. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

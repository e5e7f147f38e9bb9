import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Returns the secret in `file` without surrounding white space; creates it with `create` if the file does not exist.
 * Two processes
 * that start together get the same secret: the first one to link wins, and the other one reads that file. The file has
 * mode 0600. A folder created for it has mode 0700; an existing one is left unchanged.
 *
 * @throws Error if the file is empty: replacing it silently would lock out holders of the old secret
 */
export function readOrCreateSecret(file: string, create: () => string): string {
  return readSecret(file) ?? createSecret(file, create());
}

function readSecret(file: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
  const secret = text.trim();
  if (secret === '') throw new Error(`The secret file ${file} is empty. Restore it, or delete it to create a new one.`);
  return secret;
}

function createSecret(file: string, secret: string): string {
  const folder = dirname(file);
  mkdirSync(dirname(folder), { recursive: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // A unique name, complete and synced before the link: a reader never sees half a secret.
  const draft = `${file}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`;
  try {
    writeDurably(draft, `${secret}\n`);
    // Unlike a rename, a link never replaces the file of another process.
    linkSync(draft, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  syncFolder(folder);
  const stored = readSecret(file);
  if (stored === undefined) throw new Error(`The secret file ${file} was removed while it was being created.`);
  return stored;
}

function writeDurably(file: string, text: string): void {
  const descriptor = openSync(file, 'wx', 0o600);
  try {
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function syncFolder(folder: string): void {
  // Windows cannot open a folder, and writes its entries without a sync.
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

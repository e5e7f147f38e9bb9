import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ZodType } from 'zod';

type Bytes = Uint8Array<ArrayBuffer>;

interface StoredBytes {
  /** In hex. */
  sha256: string;
}

/** The part of a manifest's entry that identifies the bytes on the disk. */
interface StoredFile extends StoredBytes {
  encodings: { br?: StoredBytes | undefined; gzip?: StoredBytes | undefined };
}

/** A file of a release in every stored encoding. */
export interface ReleaseBodies {
  body: Bytes;
  br?: Bytes | undefined;
  gzip?: Bytes | undefined;
}

/** A file of a release exists but cannot be read, for example for lack of permission. The release may be intact. */
export class UnreadableReleaseError extends Error {
  constructor(file: string, code: string | undefined) {
    super(`The release file ${file} cannot be read (${code})`);
    this.name = 'UnreadableReleaseError';
  }
}

/** Error codes of `open` and `read` for a missing file. */
const missingCodes: unknown[] = ['ENOENT', 'ENOTDIR', 'EISDIR'];

/**
 * Returns the manifest in the folder of a release; undefined if it is missing or does not match the schema.
 *
 * @throws UnreadableReleaseError
 */
export async function readReleaseManifest<Manifest>(
  folder: string,
  schema: ZodType<Manifest>,
): Promise<Manifest | undefined> {
  const content = await readIfPresent(join(folder, 'manifest.json'));
  if (!content) return undefined;
  try {
    return schema.parse(JSON.parse(content.toString()));
  } catch {
    return undefined;
  }
}

/**
 * Reads a file of a release and its precompressed copies, and compares each with the hash in the manifest. The copies
 * are read one
 * after the other, and callers should read the files of a release one after the other as well: the number of open files
 * per process is limited.
 *
 * @returns undefined if one of them is missing or has other bytes
 * @throws UnreadableReleaseError
 */
export async function readReleaseFile(file: string, stored: StoredFile): Promise<ReleaseBodies | undefined> {
  const { encodings } = stored;
  const body = await readVerified(file, stored);
  if (!body) return undefined;
  const br = encodings.br && (await readVerified(`${file}.br`, encodings.br));
  if (encodings.br && !br) return undefined;
  const gzip = encodings.gzip && (await readVerified(`${file}.gz`, encodings.gzip));
  if (encodings.gzip && !gzip) return undefined;
  return { body, br, gzip };
}

async function readVerified(file: string, { sha256 }: StoredBytes): Promise<Bytes | undefined> {
  const body = await readIfPresent(file);
  return body && createHash('sha256').update(body).digest('hex') === sha256 ? body : undefined;
}

async function readIfPresent(file: string): Promise<Buffer<ArrayBuffer> | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (missingCodes.includes(code)) return undefined;
    throw new UnreadableReleaseError(file, code);
  }
}

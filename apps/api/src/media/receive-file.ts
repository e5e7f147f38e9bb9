import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { imageKinds, maxImageBytes } from '@threadline/schema/content/image';
import { ProblemError } from '../platform/http/problem-error.ts';

/** The file of an image on this disk, not yet in the library. */
export interface ImageFile {
  path: string;
  /** Hash of its bytes. */
  publicId: string;
  bytes: number;
}

export interface ReceivedFile extends ImageFile {
  /** Why the file is refused. Its bytes are not on the disk then. */
  refusal: ProblemError | undefined;
}

/** The file could not be written, which is not the sender's fault. `cause` is the error of the disk. */
export class StorageError extends Error {}

export const notAnImage = `This file is not a ${imageKinds} image.`;

/**
 * Writes a file while it arrives. Once it is too large or turns out to be no image, the rest is read and dropped, because
 * more files may follow in the same request.
 *
 * @throws StorageError, or the error that ended the stream early
 */
export async function receiveFile(stream: Readable, path: string): Promise<ReceivedFile> {
  const hash = createHash('sha256');
  const file = await wrapStorageErrors(open(path, 'wx', 0o600));
  let bytes = 0;
  let head = Buffer.alloc(0);
  let isAccepted = true;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (!isAccepted) continue;
      if (head.length < magicLength) head = Buffer.concat([head, chunk.subarray(0, magicLength - head.length)]);
      isAccepted = bytes <= maxImageBytes && (head.length < magicLength || hasImageMagic(head));
      if (isAccepted) {
        hash.update(chunk);
        await wrapStorageErrors(file.appendFile(chunk));
      } else await wrapStorageErrors(file.truncate(0));
    }
  } finally {
    await file.close();
  }
  return { path, bytes, publicId: toPublicId(hash.digest('hex')), refusal: findRefusal(bytes, head) };
}

function findRefusal(bytes: number, head: Buffer): ProblemError | undefined {
  if (bytes > maxImageBytes) {
    const detail = `This file is larger than ${maxImageBytes / 1024 / 1024} MB.`;
    return new ProblemError('payload-too-large', { detail });
  }
  return hasImageMagic(head) ? undefined : new ProblemError('validation-failed', { detail: notAnImage });
}

const magicLength = 12;
const pngMagic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const jpegMagic = Buffer.from([0xff, 0xd8, 0xff]);
/** HEIC files use `mif1` and `msf1` as well. The decoder tells them apart. */
const avifBrands = ['avif', 'avis', 'mif1', 'msf1'];

/**
 * Returns whether a file may be an image. Only the decoder can be certain; this check keeps everything else off the
 * disk.
 */
function hasImageMagic(head: Buffer): boolean {
  if (head.length < magicLength) return false;
  const text = head.toString('latin1', 0, magicLength);
  const isWebp = text.startsWith('RIFF') && text.endsWith('WEBP');
  const isAvif = text.slice(4, 8) === 'ftyp' && avifBrands.includes(text.slice(8));
  return isWebp || isAvif || head.subarray(0, 8).equals(pngMagic) || head.subarray(0, 3).equals(jpegMagic);
}

function wrapStorageErrors<Result>(operation: Promise<Result>): Promise<Result> {
  return operation.catch((cause: unknown) => {
    throw new StorageError('The file cannot be written.', { cause });
  });
}

export function computePublicId(content: Buffer): string {
  return toPublicId(createHash('sha256').update(content).digest('hex'));
}

function toPublicId(sha256: string): string {
  return sha256.slice(0, 32);
}

import { createHash, type Hash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { maxImageBytes } from '@threadline/schema/image';
import { ProblemError } from '../platform/http/problem-error.ts';
import { magicLength, notAnImage, startsLikeImage } from './magic-bytes.ts';

/** The file of a picture on this disk, not yet in the library. */
export interface ImageFile {
  path: string;
  /** Of its bytes. */
  publicId: string;
  bytes: number;
}

export interface ReceivedFile extends ImageFile {
  /** Why it cannot be kept. Nothing of it is on the disk then. */
  refusal: ProblemError | undefined;
}

/**
 * Writes a file while it arrives. As soon as it turns out to be no image, or larger than an image may be, the rest is read
 * and dropped: the files behind it are still wanted.
 *
 * @throws StorageError, or what ended the stream early
 */
export async function receiveFile(stream: Readable, path: string): Promise<ReceivedFile> {
  const hash = createHash('sha256');
  const file = await onDisk(open(path, 'wx', 0o600));
  let bytes = 0;
  let head = Buffer.alloc(0);
  let isWanted = true;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (!isWanted) continue;
      if (head.length < magicLength) head = Buffer.concat([head, chunk.subarray(0, magicLength - head.length)]);
      isWanted = bytes <= maxImageBytes && (head.length < magicLength || startsLikeImage(head));
      if (isWanted) {
        hash.update(chunk);
        await onDisk(file.appendFile(chunk));
      } else await onDisk(file.truncate(0));
    }
  } finally {
    await file.close();
  }
  return { path, bytes, publicId: publicIdOfHash(hash), refusal: refusalOf(bytes, head) };
}

function refusalOf(bytes: number, head: Buffer): ProblemError | undefined {
  if (bytes > maxImageBytes) {
    const detail = `This file is larger than ${maxImageBytes / 1024 / 1024} MB.`;
    return new ProblemError('payload-too-large', { detail });
  }
  return startsLikeImage(head) ? undefined : new ProblemError('validation-failed', { detail: notAnImage });
}

/** Not the sender's fault. `cause` is what the disk said. */
export class StorageError extends Error {}

function onDisk<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((cause: unknown) => {
    throw new StorageError('The file cannot be written.', { cause });
  });
}

/** First 32 hex digits of the SHA-256. */
function publicIdOfHash(hash: Hash): string {
  return hash.digest('hex').slice(0, 32);
}

export function publicIdOfBytes(bytes: Buffer): string {
  return publicIdOfHash(createHash('sha256').update(bytes));
}

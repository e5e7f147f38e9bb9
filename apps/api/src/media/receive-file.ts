import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { imageKinds, maxImageBytes } from '@threadline/schema/content/image';
import { ProblemError } from '../platform/http/problem-error.ts';

/** The file of an image on this disk, not yet in the library. */
export interface ImageFile {
  path: string;
  /** Hash of its bytes. */
  publicId: string;
  bytes: number;
  /** Only for a video: how long it may be. */
  maxSeconds?: number;
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
export async function receiveFile(
  stream: AsyncIterable<Uint8Array>,
  path: string,
  { hasMagic, maxBytes, error }: AcceptedFiles = acceptedImages,
): Promise<ReceivedFile> {
  const hash = createHash('sha256');
  const file = await wrapStorageErrors(open(path, 'wx', 0o600));
  let bytes = 0;
  let head = Buffer.alloc(0);
  let isAccepted = true;
  try {
    for await (const chunk of stream) {
      bytes += chunk.length;
      if (!isAccepted) continue;
      if (head.length < magicLength) head = Buffer.concat([head, chunk.subarray(0, magicLength - head.length)]);
      isAccepted = bytes <= maxBytes && (head.length < magicLength || hasMagic(head));
      if (isAccepted) {
        hash.update(chunk);
        await wrapStorageErrors(file.appendFile(chunk));
      } else await wrapStorageErrors(file.truncate(0));
    }
  } finally {
    await file.close();
  }
  const isTooLarge = bytes > maxBytes;
  const unknown = hasMagic(head) ? undefined : new ProblemError('validation-failed', { detail: error });
  const refusal = isTooLarge ? createTooLarge(maxBytes) : unknown;
  return { path, bytes, publicId: toPublicId(hash.digest('hex')), refusal };
}

export function createTooLarge(maxBytes: number): ProblemError {
  return new ProblemError('payload-too-large', { detail: `This file is larger than ${maxBytes / 1024 / 1024} MB.` });
}

/** The kind of file that a call takes. */
interface AcceptedFiles {
  maxBytes: number;
  /** Returns whether a file may be of this kind, by its first bytes. */
  hasMagic: (head: Buffer) => boolean;
  /** The sentence for other files. */
  error: string;
}

const acceptedImages: AcceptedFiles = { maxBytes: maxImageBytes, hasMagic: hasImageMagic, error: notAnImage };

export const acceptVideos = (maxBytes: number): AcceptedFiles => ({
  maxBytes,
  hasMagic: hasVideoMagic,
  error: notAVideo,
});

export const notAVideo = 'This file is not an MP4, MOV or WebM video.';

/** Returns whether a file may be a video. Only reading it can be certain. */
function hasVideoMagic(head: Buffer): boolean {
  const isWebm = head.subarray(0, 4).equals(webmMagic);
  // Old MOV files begin with another box.
  return isWebm || ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip'].includes(head.toString('latin1', 4, 8));
}

const webmMagic = Buffer.from([0x1a, 0x45, 0xdf, 0xa3]);
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
  if (isMarkup(head)) return true;
  const text = head.toString('latin1', 0, magicLength);
  const isWebp = text.startsWith('RIFF') && text.endsWith('WEBP');
  const isAvif = text.slice(4, 8) === 'ftyp' && avifBrands.includes(text.slice(8));
  return isWebp || isAvif || head.subarray(0, 8).equals(pngMagic) || head.subarray(0, 3).equals(jpegMagic);
}

/** Returns whether a file may be an SVG. Only the parser can be certain. */
export function isMarkup(head: Uint8Array): boolean {
  return new TextDecoder().decode(head).trimStart().startsWith('<');
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

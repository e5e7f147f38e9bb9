import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Busboy } from '@fastify/busboy';
import {
  type Image,
  imageTagsSchema,
  maxImageBytes,
  maxImagesPerUpload,
  type VideoLimits,
} from '@threadline/schema/content/image';
import type { ProblemCode } from '@threadline/schema/wire/problem';
import type { Actor } from '../platform/audit-log/audit-log.ts';
import { createValidationError } from '../platform/http/json-body.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import type { ImageLibrary } from './library.ts';
import { acceptVideos, createTooLarge, type ReceivedFile, receiveFile, StorageError } from './receive-file.ts';

/** Limit of one request: of disk space, and of the time that a slow connection takes. */
export const maxUploadBytes = 64 * 1024 * 1024;
const maxNameLength = 200;

interface UploadedFile extends ReceivedFile {
  /** The name that the browser sent, without folders. Only displayed, never used as a path. */
  name: string;
}

export interface Upload {
  files: UploadedFile[];
  tags: string[];
}

export interface StoredUpload {
  images: Image[];
  /** The ids of those images that were in the library before: their bytes are the same. */
  known: string[];
  /** The files that were refused, by name. */
  failures: { name: string; detail: string }[];
}

export interface StoreInput {
  request: Request;
  /** A folder for this upload only; the caller removes it. */
  folder: string;
  by: Actor;
  /** Called as soon as everything has arrived. @throws ProblemError if the session has ended meanwhile */
  assertSessionActive: () => void;
}

/**
 * Reads an upload and adds its images to the library.
 *
 * @throws ProblemError when no file was accepted: with the code that all refusals share, otherwise 422
 */
export async function storeUpload(
  library: ImageLibrary,
  { request, folder, by, assertSessionActive }: StoreInput,
): Promise<StoredUpload> {
  const { files, tags } = await readUpload(request, folder);
  assertSessionActive();
  const images: Image[] = [];
  const known: string[] = [];
  const failures: StoredUpload['failures'] = [];
  const codes = new Set<ProblemCode>();
  for (const file of files) {
    try {
      if (file.refusal) throw file.refusal;
      const added = await library.add({ ...file, tags }, by);
      images.push(added.image);
      if (added.known) known.push(added.image._id);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      failures.push({ name: file.name || 'image', detail: error.message });
      codes.add(error.code);
    }
  }
  if (images.length > 0) return { images, known, failures };
  const [code = 'validation-failed', ...others] = codes;
  throw new ProblemError(others.length === 0 ? code : 'validation-failed', {
    detail: failures.length === 1 ? failures[0]?.detail : 'None of these files could be added.',
    errors: failures.map(({ detail }, index) => ({ pointer: `/images/${index}`, detail })),
  });
}

interface StoreVideoInput extends StoreInput {
  /** The name of the file on the sender's machine. */
  name: string | undefined;
  limits: VideoLimits;
}

/**
 * Adds the video in the body of a request to the library. A file that is none is read to its end, because browsers show no
 * answer that comes while they send.
 *
 * @throws ProblemError 400, 413, 422; or StorageError
 */
export async function storeVideo(
  library: ImageLibrary,
  { request, folder, by, assertSessionActive, name, limits }: StoreVideoInput,
): Promise<{ image: Image; known: boolean }> {
  const tooLarge = () => createTooLarge(limits.bytes);
  if (Number(request.headers.get('content-length') ?? 0) > limits.bytes) throw tooLarge();
  const body = Readable.fromWeb((request.body ?? new Blob().stream()) as ReadableStream);
  const receive = (chunks: AsyncIterable<Uint8Array>) =>
    receiveFile(chunks, join(folder, 'video'), acceptVideos(limits.bytes));
  const received = await pipeline(body, limitBytes(limits.bytes, tooLarge), receive).catch((error) => {
    throw error instanceof ProblemError || error instanceof StorageError ? error : unreadable();
  });
  assertSessionActive();
  const { refusal, ...file } = received;
  if (refusal) throw refusal;
  return library.add({ ...file, name: sanitizeName(name), tags: [], maxSeconds: limits.seconds }, by);
}

/**
 * Reads an upload of exactly one image.
 *
 * @throws ProblemError 400, 413, 415, 422; or StorageError
 */
export async function readSingleUpload(
  request: Request,
  { folder, assertSessionActive }: Pick<StoreInput, 'folder' | 'assertSessionActive'>,
): Promise<UploadedFile> {
  const { files } = await readUpload(request, folder);
  assertSessionActive();
  const [file, ...others] = files;
  if (!file || others.length > 0) throw new ProblemError('validation-failed', { detail: 'Choose one image.' });
  if (file.refusal) throw file.refusal;
  return file;
}

/**
 * Reads `multipart/form-data` with repeated `images` (and optional `tags`) into files of `folder` while it arrives, and
 * stops at the first exceeded limit. Once this returns or throws, nothing more is written to the folder.
 *
 * @throws ProblemError 400, 413, 415, 422; or StorageError
 */
export async function readUpload(request: Request, folder: string): Promise<Upload> {
  if (!/^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '')) {
    throw new ProblemError('unsupported-media-type', { detail: 'Send the images as multipart/form-data.' });
  }
  if (Number(request.headers.get('content-length') ?? 0) > maxUploadBytes) throw uploadTooLarge();
  const form = openForm(request, folder);
  let files: UploadedFile[];
  try {
    if (!request.body) throw unreadable();
    // The admin reads these types too, where `Request` is the browser's and its stream another type.
    await pipeline(
      Readable.fromWeb(request.body as ReadableStream),
      limitBytes(maxUploadBytes, uploadTooLarge),
      form.parser,
    );
    files = await Promise.all(form.files);
  } catch (error) {
    await form.abandon();
    throw error instanceof ProblemError || error instanceof StorageError ? error : unreadable();
  }
  files = files.filter(({ name, bytes }) => name !== '' || bytes > 0);
  if (files.length === 0) throw new ProblemError('validation-failed', { detail: 'Choose at least one image.' });
  const tags = imageTagsSchema.safeParse(form.tags.map((tag) => tag.trim()).filter((tag) => tag !== ''));
  if (!tags.success) throw createValidationError(tags.error, ['tags']);
  return { files, tags: [...new Set(tags.data)] };
}

function openForm(request: Request, folder: string) {
  const parser = createParser(request);
  const streams: Readable[] = [];
  const files: Promise<UploadedFile>[] = [];
  const tags: string[] = [];
  parser.on('file', (field, stream, name) => {
    // An error of a part is an error of the request, which reports it.
    stream.on('error', () => {});
    if (field !== 'images') return stream.resume();
    const path = join(folder, String(files.length));
    const file = receiveFile(stream, path).then((received) => ({ ...received, name: sanitizeName(name) }));
    file.catch((error: Error) => parser.destroy(error));
    streams.push(stream);
    files.push(file);
  });
  parser.on('field', (field, value) => {
    if (field === 'tags') tags.push(...value.split(','));
  });
  const detail = `Send at most ${maxImagesPerUpload} images at once.`;
  parser.on('filesLimit', () => parser.destroy(new ProblemError('payload-too-large', { detail })));
  for (const limit of ['fieldsLimit', 'partsLimit'] as const) parser.on(limit, () => parser.destroy(unreadable()));
  const abandon = async (): Promise<void> => {
    for (const stream of streams) stream.destroy();
    await Promise.allSettled(files);
  };
  return { parser, files, tags, abandon };
}

function createParser(request: Request): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      limits: {
        // One more than allowed: a file of exactly the limit must not count as cut off.
        fileSize: maxImageBytes + 1,
        files: maxImagesPerUpload,
        fields: 25,
        parts: maxImagesPerUpload + 25,
        fieldSize: 1000,
        headerPairs: 20,
        headerSize: 8 * 1024,
      },
    });
  } catch {
    throw unreadable();
  }
}

/** Returns a function that passes a stream on until it is too large. */
export function limitBytes(maxBytes: number, createError: () => ProblemError) {
  return async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw createError();
      yield chunk;
    }
  };
}

/** Control characters, and direction overrides: `gnp.exe` must not be displayed as `exe.png`. */
const unprintable = /\p{Cc}|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Returns the part of a file name that can be displayed in one line. */
export function sanitizeName(name: string | undefined): string {
  const base = (name ?? '').split(/[\\/]/).at(-1) ?? '';
  return base.toWellFormed().replace(unprintable, '').trim().slice(0, maxNameLength).toWellFormed();
}

function uploadTooLarge(): ProblemError {
  const detail = `Send at most ${maxUploadBytes / 1024 / 1024} MB at once.`;
  return new ProblemError('payload-too-large', { detail });
}

function unreadable(): ProblemError {
  return new ProblemError('malformed-request', { detail: 'The upload was cut off or is not a valid form.' });
}

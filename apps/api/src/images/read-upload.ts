import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Busboy } from '@fastify/busboy';
import { imageTagSchema, maxImageBytes, maxImagesPerUpload } from '@threadline/schema/image';
import { z } from 'zod';
import { validationProblem } from '../http/json-body.ts';
import { ProblemError } from '../http/problem-error.ts';

/** Files are held in memory until they are decoded, so the sum of them is limited, too. */
export const maxUploadBytes = 64 * 1024 * 1024;

export interface UploadedFile {
  /** As the browser named it, without folders. Only ever shown, never used as a path. */
  name: string;
  bytes: Buffer;
  /** There was more than an image may have; `bytes` holds nothing then. */
  isTooLarge: boolean;
}

export interface Upload {
  files: UploadedFile[];
  tags: string[];
}

const tagsSchema = z.array(imageTagSchema).max(20, { error: 'Use at most 20 tags.' });

/**
 * Reads `multipart/form-data` with repeated `images` (and optional `tags`) while it arrives, and stops at the first limit.
 *
 * @throws ProblemError 400, 413, 415, 422
 */
export async function readUpload(request: Request): Promise<Upload> {
  if (!/^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '')) {
    throw new ProblemError('unsupported-media-type', { detail: 'Send the images as multipart/form-data.' });
  }
  if (Number(request.headers.get('content-length') ?? 0) > maxUploadBytes) throw uploadTooLarge();
  const form = openForm(request);
  try {
    if (!request.body) throw unreadable();
    // The admin reads these types too, where `Request` is the browser's and its stream another type.
    await pipeline(Readable.fromWeb(request.body as ReadableStream), countBytes, form.parser);
  } catch (error) {
    throw error instanceof ProblemError ? error : unreadable();
  }
  const files = form.files.filter(({ name, bytes, isTooLarge }) => name !== '' || bytes.length > 0 || isTooLarge);
  if (files.length === 0) throw new ProblemError('validation-failed', { detail: 'Choose at least one image.' });
  const tags = tagsSchema.safeParse(form.tags.map((tag) => tag.trim()).filter((tag) => tag !== ''));
  if (!tags.success) throw validationProblem(tags.error, ['tags']);
  return { files, tags: [...new Set(tags.data)] };
}

function openForm(request: Request) {
  const parser = createParser(request);
  const files: UploadedFile[] = [];
  const tags: string[] = [];
  parser.on('file', (field, stream, name) => {
    const file: UploadedFile = { name: cleanName(name), bytes: Buffer.alloc(0), isTooLarge: false };
    const chunks: Buffer[] = [];
    // Errors of a part are errors of the whole and are seen there.
    stream.on('error', () => {});
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('limit', () => {
      file.isTooLarge = true;
      chunks.length = 0;
    });
    stream.on('end', () => {
      if (!file.isTooLarge) file.bytes = Buffer.concat(chunks);
    });
    if (field === 'images') files.push(file);
  });
  parser.on('field', (field, value) => {
    if (field === 'tags') tags.push(...value.split(','));
  });
  const detail = `Send at most ${maxImagesPerUpload} images at once.`;
  parser.on('filesLimit', () => parser.destroy(new ProblemError('payload-too-large', { detail })));
  for (const limit of ['fieldsLimit', 'partsLimit'] as const) parser.on(limit, () => parser.destroy(unreadable()));
  return { parser, files, tags };
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

async function* countBytes(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > maxUploadBytes) throw uploadTooLarge();
    yield chunk;
  }
}

/** Control characters, and those that turn the direction: `gnp.exe` must not read as `exe.png`. */
const unshowable = /\p{Cc}|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** At most 200 characters that can be shown in one line. */
function cleanName(name: string | undefined): string {
  const base = (name ?? '').split(/[\\/]/).at(-1) ?? '';
  return base.toWellFormed().replace(unshowable, '').trim().slice(0, 200).toWellFormed();
}

function uploadTooLarge(): ProblemError {
  const detail = `Send at most ${maxUploadBytes / 1024 / 1024} MB at once.`;
  return new ProblemError('payload-too-large', { detail });
}

function unreadable(): ProblemError {
  return new ProblemError('malformed-request', { detail: 'The upload was cut off or is not a valid form.' });
}

import { Readable } from 'node:stream';
import { chooseRange, createRangeHeaders, matchesEtag } from '@threadline/schema/wire/negotiation';
import type { Context } from 'hono';
import type { OpenedFile } from '../storage/media-storage.ts';

/** Sends a file, or the part of it that the request asks for, without reading it as a whole. */
export function sendFile(
  context: Context,
  file: OpenedFile,
  { etag, ...others }: Record<string, string> & { etag: string },
): Response {
  const headers = { ...others, etag, 'accept-ranges': 'bytes' };
  if (matchesEtag(context.req.header('if-none-match'), etag)) return context.body(null, 304, headers);
  const asked = { range: context.req.header('range'), ifRange: context.req.header('if-range') };
  const range = chooseRange(asked, { etag, bytes: file.bytes });
  const length = range === undefined ? { 'content-length': String(file.bytes) } : createRangeHeaders(range, file.bytes);
  const sent = { ...headers, ...length };
  if (range === null) return context.body(null, 416, sent);
  const status = range ? 206 : 200;
  // A file that is not read to its end would stay open.
  if (context.req.method === 'HEAD') return context.body(null, status, sent);
  return context.body(toStream(file.read(range)), status, sent);
}

function toStream(chunks: AsyncIterable<Uint8Array>): ReadableStream {
  return Readable.toWeb(Readable.from(chunks)) as ReadableStream;
}

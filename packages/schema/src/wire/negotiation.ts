/** Returns whether an `If-None-Match` header names this entity tag (weak comparison, RFC 9110, section 13.1.2). */
export function matchesEtag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined || ifNoneMatch === null) return false;
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/**
 * Returns the content coding of a response (RFC 9110, section 12.5.3). The highest quality wins; the order of `available` decides
 * between equal ones. `*` stands for every coding that the header does not name; a quality of 0 excludes a coding.
 *
 * @param header the `Accept-Encoding` header of the request
 * @param available codings of the response, the preferred one first
 * @returns undefined for a response without a content coding
 */
export function chooseEncoding<Encoding extends string>(
  header: string | null | undefined,
  available: readonly Encoding[],
): Encoding | undefined {
  if (!header || available.length === 0) return undefined;
  const qualities = parseQualities(header);
  const getQuality = (encoding: string): number => qualities.get(encoding) ?? qualities.get('*') ?? 0;
  const [best] = available.toSorted((one, other) => getQuality(other) - getQuality(one));
  const minQuality = qualities.get('identity') ?? 0;
  return best && getQuality(best) > 0 && getQuality(best) >= minQuality ? best : undefined;
}

/** Returns the quality of each coding in lower case; 1 if the header gives none, or an invalid one. */
function parseQualities(header: string): Map<string, number> {
  const qualities = new Map<string, number>();
  for (const item of header.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = item.split(';').map((part) => part.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    qualities.set(coding, quality && Number.isFinite(Number(quality)) ? Number(quality) : 1);
  }
  return qualities;
}

/** Bytes of a file, from the first to the last one, both included. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * Returns the part of a file that a request asks for (RFC 9110, section 14). A malformed header, several ranges, and a range
 * of another version of the file are ignored.
 *
 * @param asked the headers `Range` and `If-Range`
 * @returns undefined for the whole file; null if the file has no such part: the response is a 416
 */
export function chooseRange(
  asked: { range: string | null | undefined; ifRange: string | null | undefined },
  { etag, bytes }: { etag: string; bytes: number },
): ByteRange | undefined | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(asked.range ?? '') ?? [];
  if ((from === '' && to === '') || (asked.ifRange && asked.ifRange !== etag)) return undefined;
  const end = bytes - 1;
  if (from === '') return Number(to) === 0 ? null : { first: Math.max(0, bytes - Number(to)), last: end };
  if (to !== '' && Number(to) < Number(from)) return undefined;
  if (Number(from) > end) return null;
  return { first: Number(from), last: to === '' ? end : Math.min(Number(to), end) };
}

/** Returns the headers of a response with a part of a file, or, for null, of a 416. */
export function createRangeHeaders(range: ByteRange | null, bytes: number) {
  if (!range) return { 'content-range': `bytes */${bytes}`, 'content-length': '0' };
  const { first, last } = range;
  return { 'content-range': `bytes ${first}-${last}/${bytes}`, 'content-length': String(last - first + 1) };
}

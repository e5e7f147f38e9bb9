import { ObjectStoreError, type StoreFault } from './store-error.ts';

/** 409: another conditional write was in progress. */
const passingStatuses = new Set([408, 409, 429, 500, 502, 503, 504]);

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Returns the text of the first element of this name. The answers of S3 are flat, so that they need no parser. */
export function readElement(xml: string, element: string): string {
  const opening = `<${element}>`;
  const at = xml.indexOf(opening);
  if (at === -1) return '';
  const start = at + opening.length;
  const text = xml.slice(start, xml.indexOf('<', start));
  return text.replace(/&(\w+);/g, (entity, name: string) => entities[name] ?? entity);
}

export function isBucketMissing(body: Uint8Array): boolean {
  return new TextDecoder().decode(body).includes('<Code>NoSuchBucket</Code>');
}

export function createConditionError(name: string): ObjectStoreError {
  const sentence = `The store ${name} ignores conditional writes (If-None-Match, If-Match), which are needed here.`;
  return new ObjectStoreError('no-conditions', sentence);
}

const sentences: Record<string, [StoreFault, string]> = {
  NoSuchBucket: ['missing-bucket', 'does not exist'],
  RequestTimeTooSkewed: ['clock', 'refuses requests because the clock of this machine is wrong'],
  AuthorizationHeaderMalformed: ['region', 'belongs to another region'],
  PermanentRedirect: ['region', 'belongs to another region or address'],
  QuotaExceeded: ['full', 'is full: its quota is used up'],
};

/** Returns what a refusal means. The body of the store is not repeated: it may contain the access key. */
export function describeRefusal(name: string, { status, headers }: Response, body: string): ObjectStoreError {
  const code = readElement(body, 'Code');
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const known = sentences[code];
  const given = { code: code || String(status) };
  if (known) return new ObjectStoreError(known[0], `The store ${name} ${known[1]}.`, given);
  if (status === 401 || status === 403)
    return new ObjectStoreError('unauthorized', `The store ${name} refuses the access key (${given.code}).`, given);
  if (status === 507) return new ObjectStoreError('full', `The store ${name} is full.`);
  if (status >= 300 && status < 400)
    return new ObjectStoreError('region', `The store ${name} belongs to another region or address.`);
  const sentence = `The store ${name} answered with ${status}${code && ` (${code})`}.`;
  if (passingStatuses.has(status))
    return new ObjectStoreError('unavailable', sentence, {
      ...given,
      ...(Number.isFinite(seconds) && { retryAfterMs: seconds * 1000 }),
    });
  return new ObjectStoreError('refused', sentence, given);
}

import { z } from 'zod';

/** An S3-compatible bucket, or a part of one, with the key to use it. */
export interface StoreLocation {
  /** The address of the service, such as `https://s3.example.com`. */
  endpoint: string;
  bucket: string;
  /** Prepended to every key: empty, or it ends with a slash. */
  prefix: string;
  region: string;
  /** The bucket is part of the host name (`virtual`) or of the path. */
  style: 'path' | 'virtual';
  accessKeyId: string;
  secretAccessKey: string;
}

const form = 's3+https://KEY:SECRET@HOST/BUCKET?region=REGION';
const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const isLoopback = (host: string) => /^(?:(?:.*\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(host);

/**
 * Reads `s3+https://KEY:SECRET@HOST[:PORT]/BUCKET[/PREFIX]?region=REGION[&style=virtual]`. Key and secret are
 * percent-encoded. `s3+http` is accepted on loopback addresses only.
 *
 * @throws Error with the end of a sentence, such as "must have a region"; it never contains a part of the address
 */
export function parseStoreUrl(text: string): StoreLocation {
  const url = /^s3\+https?:\/\//.test(text) ? URL.parse(text.slice('s3+'.length)) : null;
  if (!url) throw new Error(`must have the form ${form}`);
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) throw new Error('must begin with s3+https://');
  if (url.username === '' || url.password === '') throw new Error(`must contain a key and a secret, as in ${form}`);
  const [bucket = '', ...folders] = decode(url.pathname)
    .split('/')
    .filter((part) => part !== '');
  if (!bucketName.test(bucket)) throw new Error(`must name a bucket of 3 to 63 characters, as in ${form}`);
  if (folders.includes('..') || folders.includes('.')) throw new Error('must not contain . or .. in its path');
  const { region = '', style = 'path', ...others } = Object.fromEntries(url.searchParams);
  if (region === '') throw new Error(`must have a region, as in ${form}`);
  if (style !== 'path' && style !== 'virtual') throw new Error('must have the style path or virtual');
  if (Object.keys(others).length > 0) throw new Error('has only the options region and style');
  return {
    endpoint: url.origin,
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    region,
    style,
    accessKeyId: decode(url.username),
    secretAccessKey: decode(url.password),
  };
}

/** Where the data is, without the key to it. */
export type StorePlace = Pick<StoreLocation, 'endpoint' | 'bucket' | 'prefix'>;

/** Returns whether both are the same part of the same bucket. */
export function isSameLocation(one: StorePlace, other: StorePlace): boolean {
  return describeLocation(one) === describeLocation(other);
}

/** Returns the location for people: without key and secret. */
export function describeLocation({ endpoint, bucket, prefix }: StorePlace): string {
  return `${bucket}/${prefix} at ${new URL(endpoint).host}`.replace('/ at', ' at');
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Error('must be percent-encoded');
  }
}

/** The value of a setting; its messages repeat no part of it. */
export const storeUrlSchema = z.string().transform((value, context) => {
  try {
    return parseStoreUrl(value);
  } catch (error) {
    context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) });
    return z.NEVER;
  }
});

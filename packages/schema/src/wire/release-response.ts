import type { ReleaseFile } from './release.ts';

// Without zod: the edge worker imports this module, and each kilobyte of its program delays its start.

/** Headers of every response. Pages add their own content security policy. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
};

/** Headers of responses that are data, not documents. */
export const apiHeaders: Readonly<Record<string, string>> = {
  ...securityHeaders,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
};

/** An SVG of the library may style itself, and nothing else, even if a browser shows it as a document. */
const svgPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Returns the headers of a file of the library, in addition to those of all files. */
export function getMediaHeaders(path: string): Record<string, string> {
  return isLibrarySvg(path) ? { 'content-security-policy': svgPolicy } : {};
}

export function isLibrarySvg(path: string): boolean {
  return path.startsWith('/media/') && path.endsWith('.svg');
}

/** Files of the compiled site and images; `name.<eight hex digits>.ext`, share pictures and data files. */
const hashedName = /^\/(?:_astro|media)\/|(?:\.|^\/(?:share|data)\/)[0-9a-f]{8}\.[a-z0-9]+$/;

/** Returns whether the path of a file contains a hash of its content, so that a change of the content changes the path. */
export function hasHashedName(path: string): boolean {
  return hashedName.test(path);
}

/**
 * Returns the headers of a response with a file of a release, except those of the manifest, which all files share. Every
 * server of releases uses them, so a visitor cannot see which one answered.
 *
 * @param encoding the content coding of the body; undefined for the file itself
 */
export function createFileHeaders(
  { headers, contentType, sha256, immutable }: Pick<ReleaseFile, 'headers' | 'contentType' | 'sha256' | 'immutable'>,
  encoding: string | undefined,
): Record<string, string> & { etag: string } {
  const tag = sha256.slice(0, 32);
  return {
    ...headers,
    'content-type': contentType,
    'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
    etag: encoding ? `"${tag}-${encoding}"` : `"${tag}"`,
    vary: 'accept-encoding',
    ...(contentType.startsWith('video/') && { 'accept-ranges': 'bytes' }),
    ...(encoding && { 'content-encoding': encoding }),
  };
}

/**
 * Returns the response that leads from the former address of a page to its present one; undefined for any other file. Its
 * page, which leads on by itself, is for servers that send files only.
 *
 * @param search the query of the request, with its question mark
 */
export function createRedirect(
  { headers: { location } }: Pick<ReleaseFile, 'headers'>,
  search: string,
): { status: 301; headers: Record<string, string> } | undefined {
  if (location === undefined) return undefined;
  // An editor may return to the former address.
  return { status: 301, headers: { ...apiHeaders, 'cache-control': 'public, max-age=0', location: location + search } };
}

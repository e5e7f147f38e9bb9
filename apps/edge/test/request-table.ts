import { createHash } from 'node:crypto';
import { request as sendHttp } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { ReleaseManifest } from '@threadline/schema/wire/release';
import { createFileHeaders, securityHeaders } from '@threadline/schema/wire/release-response';

export interface SiteRequest {
  name: string;
  path: string;
  method?: string;
  headers?: Record<string, string>;
}

/** Returns requests that every server of a release answers with the same status, headers and bytes. */
export function listSiteRequests({ files }: ReleaseManifest): SiteRequest[] {
  const home = files['/'];
  if (!home) throw new Error('The release has no home page.');
  const etag = (encoding?: string) => createFileHeaders(home, encoding).etag;
  const known = (tag: string, encoding = 'br', path = '/'): SiteRequest => ({
    name: `${path} with ETag ${tag}, ${encoding}`,
    path,
    headers: { 'if-none-match': tag, 'accept-encoding': encoding },
  });
  const accepting = (encoding: string): SiteRequest => ({
    name: `/ accepting ${encoding}`,
    path: '/',
    headers: { 'accept-encoding': encoding },
  });
  const [video = ''] = Object.keys(files).filter((path) => path.endsWith('.webm'));
  const videoTag = files[video] ? createFileHeaders(files[video], undefined).etag : '';
  const part = (range: string, ifRange = videoTag): SiteRequest => ({
    name: `${range} of a video, if ${ifRange}`,
    path: video,
    headers: { range, 'if-range': ifRange },
  });
  const odd = ['/..', '/%2e%2e/', '/../package.json', '/terms/../', '/terms/%2e%2e/', '/_astro/..%2f', '/%2fterms/'];
  const unknown = [
    '/nothing',
    '/nothing/',
    '/nothing.html',
    '/index.html',
    '/404',
    '/_astro',
    '/_astro/',
    '/%',
    '/%zz/',
  ];
  const encoded = ['/%74erms/', '/%74erms', '/terms%2f', '//terms/', '/terms//', '/TERMS/', '/caf%C3%A9/', '/%00'];
  return [
    ...Object.keys(files).flatMap((path) => [
      { name: path, path },
      { name: `${path} accepting br`, path, headers: { 'accept-encoding': 'gzip;q=0, br' } },
      { name: `HEAD ${path}`, path, method: 'HEAD', headers: { 'accept-encoding': 'br' } },
    ]),
    ...['br;q=0', 'identity', 'identity, br;q=0.5', '*', 'BR', 'br;q=0.1', 'x-br', ''].map(accepting),
    ...[etag('br'), `W/${etag('br')}`, `"x", ${etag('br')}`, etag(), '*', '"x"'].map((tag) => known(tag)),
    known(etag(), 'identity'),
    known('*', 'br', '/nothing'),
    ...['bytes=0-3', 'bytes=4-', 'bytes=-4', 'bytes=99-', 'bytes=0-1,3-4'].map((range) => part(range)),
    part('bytes=0-3', '"x"'),
    { ...part('bytes=0-3'), name: 'HEAD of a part', method: 'HEAD' },
    known(videoTag, 'br', video),
    { name: 'HEAD with a known ETag', path: '/', method: 'HEAD', headers: { 'if-none-match': etag() } },
    { name: 'a missing slash', path: '/terms' },
    { name: 'a missing slash before a query', path: '/terms?from=mail&x=%20' },
    { name: 'HEAD without the slash', path: '/terms', method: 'HEAD' },
    { name: 'a query', path: '/?utm_source=mail' },
    { name: 'a former address with a query', path: '/old-terms/?from=mail&x=%20' },
    { name: 'a former address without the slash', path: '/old-terms' },
    { name: 'HEAD of an unknown path', path: '/nothing', method: 'HEAD' },
    ...[...odd, ...unknown, ...encoded].map((path) => ({ name: `${path} as it is`, path })),
    ...['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'].map((method) => ({ name: `${method} /`, path: '/', method })),
    { name: 'POST to an unknown path', path: '/nothing', method: 'POST' },
  ];
}

/** Headers of which a visitor, a browser or a cache can see a difference. */
const relevantHeaders = [
  ...Object.keys(securityHeaders),
  'accept-ranges',
  'allow',
  'cache-control',
  'content-encoding',
  'content-range',
  'content-security-policy',
  'content-type',
  'etag',
  'location',
  'retry-after',
  'set-cookie',
  'vary',
  'x-robots-tag',
];

export interface SiteResponse {
  status: number | undefined;
  headers: Record<string, unknown>;
  /** Of the bytes as they were sent, in the content coding of the response. */
  bytes: number;
  sha256: string;
}

/** Sends one request. Unlike `fetch`, it changes neither the path nor the headers, and decodes nothing. */
export function sendRequest(
  origin: string,
  { path, method = 'GET', headers = {} }: SiteRequest,
): Promise<SiteResponse> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const outgoing = sendHttp({ hostname, port, path, method, headers, agent: false }, (incoming) => {
      buffer(incoming).then((body) => {
        resolve({
          status: incoming.statusCode,
          headers: Object.fromEntries(relevantHeaders.map((name) => [name, incoming.headers[name]])),
          bytes: body.length,
          sha256: createHash('sha256').update(body).digest('hex'),
        });
      }, reject);
    });
    outgoing.on('error', reject).end();
  });
}

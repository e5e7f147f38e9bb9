import { chooseEncoding, chooseRange, createRangeHeaders, matchesEtag } from '@threadline/schema/wire/negotiation';
import type { LivePointer, ReleaseFile, ReleaseManifest } from '@threadline/schema/wire/release';
import { apiHeaders, createFileHeaders, createRedirect, hasHashedName } from '@threadline/schema/wire/release-response';

interface Env {
  /** The store: `live.json`, `manifests/<release id>.json` and `blobs/<sha256>`. */
  RELEASES: R2Bucket;
  /** How long an isolate serves a release before it looks for a newer one. */
  POINTER_MS: number;
  /** The origin at which the API listens; empty if the edge forwards nothing. */
  API_ORIGIN: string;
}
type Exchange = { request: Request; env: Env; context: ExecutionContext };

/** A store that does not answer in time counts as unreachable. */
const storeTimeoutMs = 1000;

// State of the isolate. Requests share values only: the runtime forbids awaiting the store on behalf of another request.
let live: { pointer: LivePointer; manifest: ReleaseManifest } | undefined;
let pointerReadAt = Number.NEGATIVE_INFINITY;
const manifests = new Map<string, ReleaseManifest>();

export default {
  async fetch(request: Request, env: Env, context: ExecutionContext): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const path = decode(pathname, decodeURI);
    if (/^\/(?:api|auth|content|admin|p)(?:\/|$)/.test(path)) {
      const inner = decode(pathname, decodeURIComponent, '/api/internal');
      const isInternal = /^\/api\b.*[/\\]internal(?![\w-])/i.test(inner);
      return env.API_ORIGIN && !isInternal ? forward(request, env) : reply('Not found', 404);
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return reply(null, 405, { allow: 'GET, HEAD' });
    if (path === '/thanks/' && searchParams.has('reference') && env.API_ORIGIN) return forward(request, env);
    return replyWith(path, { request, env, context }).catch((error) => {
      // biome-ignore lint/suspicious/noConsole: this is the log of a worker.
      console.error(error);
      return unavailable();
    });
  },
};

async function replyWith(path: string, exchange: Exchange): Promise<Response> {
  const { request, env } = exchange;
  await refresh(env.RELEASES, env.POINTER_MS);
  const found = findFile(path);
  const redirect = found && createRedirect(found, new URL(request.url).search);
  if (redirect) return new Response(null, redirect);
  if (found) return replyWithFile(found, 200, exchange);
  if (/^\/(?:art|media)\//.test(path) && env.API_ORIGIN) return forward(request, env);
  if (hasHashedName(path)) {
    // Another isolate may already serve pages of a newer release, whose files this one does not know yet. A page is not worth
    // the read: it appears within `POINTER_MS`, and anyone can request pages that do not exist.
    await refresh(env.RELEASES, 0);
    const hashed = findFile(path) ?? (await findEarlier(path, env.RELEASES));
    if (hashed) return replyWithFile(hashed, 200, exchange);
  }
  if (findFile(`${path}/`)) return reply(null, 308, { location: `${path}/${new URL(request.url).search}` });
  const notFound = findFile('/404/');
  return notFound ? replyWithFile(notFound, 404, exchange) : unavailable();
}

const findFile = (path: string): ReleaseFile | undefined => live?.manifest.files[path];

/** Returns a hashed file of an earlier release, for pages that visitors opened before the last publish. */
async function findEarlier(path: string, store: R2Bucket): Promise<ReleaseFile | undefined> {
  const recent = live?.pointer.recent ?? [];
  const earlier = await Promise.all(recent.map(({ id }) => readManifest(store, id).catch(() => undefined)));
  return earlier.map((manifest) => manifest?.files[path]).find((file) => file?.immutable);
}

/** Reads the pointer if it is older than `maxAgeMs`. The release in memory stays if the store is unreachable. */
async function refresh(store: R2Bucket, maxAgeMs: number): Promise<void> {
  if (live && Date.now() - pointerReadAt < maxAgeMs) return;
  // Set before the read, so that a slow store delays one visitor at a time.
  pointerReadAt = Date.now();
  try {
    const pointer = await readJson<LivePointer>(store, 'live.json');
    const manifest = pointer && (await readManifest(store, pointer.id));
    // A slow read must not undo a newer one.
    if (!pointer || !manifest || (live && pointer.order < live.pointer.order)) return;
    live = { pointer, manifest };
    const retained = new Set([pointer.id, ...pointer.recent.map(({ id }) => id)]);
    for (const id of manifests.keys()) if (!retained.has(id)) manifests.delete(id);
  } catch (error) {
    if (!live) throw error;
  }
}

async function readManifest(store: R2Bucket, id: string): Promise<ReleaseManifest | undefined> {
  const manifest = manifests.get(id) ?? (await readJson<ReleaseManifest>(store, `manifests/${id}.json`));
  if (manifest) manifests.set(id, manifest);
  return manifest;
}

async function readJson<Value>(store: R2Bucket, key: string): Promise<Value | undefined> {
  const bytes = await readBytes(store, key);
  return bytes && JSON.parse(new TextDecoder().decode(bytes));
}

async function readBytes(store: R2Bucket, key: string): Promise<ArrayBuffer | undefined> {
  const timeout = scheduler.wait(storeTimeoutMs).then(() => Promise.reject(new Error(`Timeout reading ${key}.`)));
  return Promise.race([store.get(key).then((object) => object?.arrayBuffer()), timeout]);
}

async function replyWithFile(file: ReleaseFile, status: number, exchange: Exchange): Promise<Response> {
  const { headers: asked, cf, method } = exchange.request;
  // Cloudflare replaces the header before a worker sees it.
  const accepted = (cf?.clientAcceptEncoding as string | undefined) ?? asked.get('accept-encoding');
  const { br } = file.encodings;
  const encoding = chooseEncoding(accepted, br ? ['br'] : []);
  const headers = createFileHeaders(file, encoding);
  if (status === 200 && file.contentType.startsWith('video/')) return replyWithVideo(file, headers, exchange);
  const isKnown = status === 200 && matchesEtag(asked.get('if-none-match'), headers.etag);
  const stored = (encoding && br) ?? file;
  const body = isKnown || method === 'HEAD' ? null : await readBlob(stored.sha256, exchange);
  const init = { status: isKnown ? 304 : status, headers: { ...live?.manifest.headers, ...headers } };
  // The Brotli copy is stored encoded.
  return new Response(body, { ...init, encodeBody: 'manual' });
}

/** Sends a video, or the part that a player asks for, as it arrives from the store: it may be larger than the memory. */
async function replyWithVideo(
  { sha256, bytes }: ReleaseFile,
  fileHeaders: ReturnType<typeof createFileHeaders>,
  { request: { headers: asked, method }, env }: Exchange,
): Promise<Response> {
  const headers = { ...live?.manifest.headers, ...fileHeaders };
  const { etag } = fileHeaders;
  if (matchesEtag(asked.get('if-none-match'), etag)) return new Response(null, { status: 304, headers });
  const range = chooseRange({ range: asked.get('range'), ifRange: asked.get('if-range') }, { etag, bytes });
  const length = range === undefined ? { 'content-length': String(bytes) } : createRangeHeaders(range, bytes);
  const init = { status: range ? 206 : range === null ? 416 : 200, headers: { ...headers, ...length } };
  if (range === null || method === 'HEAD') return new Response(null, init);
  const part = range && { range: { offset: range.first, length: range.last - range.first + 1 } };
  const found = await env.RELEASES.get(`blobs/${sha256}`, part);
  if (!found) throw new Error(`The store has no blob ${sha256}.`);
  return new Response(found.body, init);
}

/** Returns a blob from the cache of the data centre, or else from the store. */
async function readBlob(sha256: string, { request, env, context }: Exchange): Promise<BodyInit | null> {
  const cache = await caches.open('blobs');
  const key = new URL(`/${sha256}`, request.url);
  const cached = await cache.match(key);
  if (cached) return cached.body;
  const bytes = await readBytes(env.RELEASES, `blobs/${sha256}`);
  if (!bytes) throw new Error(`The store has no blob ${sha256}.`);
  context.waitUntil(cache.put(key, new Response(bytes, { headers: { 'cache-control': 'max-age=31536000' } })));
  return bytes;
}

/** Forwards a request to the API, with the visitor's address in the header that `TRUST_PROXY` trusts. */
async function forward(request: Request, { API_ORIGIN }: Env): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const forwarded = new Request(`${new URL(API_ORIGIN).origin}${pathname}${search}`, request);
  forwarded.headers.set('x-forwarded-for', request.headers.get('cf-connecting-ip') ?? '');
  return fetch(forwarded).catch(() => reply('The server cannot be reached.', 502));
}

const unavailable = () => reply('We will be back in a moment. Please reload this page.', 503, { 'retry-after': '5' });
function reply(text: string | null, status: number, headers?: Record<string, string>): Response {
  return new Response(text, { status, headers: { ...apiHeaders, ...headers } });
}

function decode(path: string, decoder: (path: string) => string, malformed = path): string {
  try {
    return decoder(path);
  } catch {
    return malformed;
  }
}

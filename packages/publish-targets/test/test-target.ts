import { mkdtempSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ObjectStore, openObjectStore } from '@threadline/object-store/object-store';
import { parseStoreUrl } from '@threadline/object-store/store-url';
import { livePointerSchema, releaseManifestSchema } from '@threadline/schema/wire/release';
import { onTestFinished } from 'vitest';
import { startFaultProxy } from '../../object-store/test/fault-proxy.ts';
import { startServer } from '../../object-store/test/start-server.ts';
import { createTestBucket } from '../../object-store/test/test-bucket.ts';
import type { openTarget } from '../src/open-target.ts';
import type { StoredRelease } from '../src/publish-target.ts';
import type { TargetSettings } from '../src/settings.ts';
import { netlifySite, netlifyToken, startNetlifyServer } from './netlify-server.ts';

export type TestKind = TargetSettings['kind'];
/** The kinds whose files another program can change. */
export const testKinds: readonly TestKind[] = ['store', 'bucket', 'folder'];
export const allKinds: readonly TestKind[] = [...testKinds, 'netlify'];

type Read = (path: string) => Promise<Uint8Array | undefined>;

/** An empty target of a kind, and a server that shows it to visitors as the real one would. */
export interface TestTarget {
  /** Its entry in `PUBLISH_TARGETS`. */
  settings: { name: string; kind: TestKind; visibleAt: string; url?: string; path?: string; siteId?: string };
  visibleAt: string;
  /** The store behind a store or bucket. */
  store?: ObjectStore;
  /** For `openTarget`. */
  options: Parameters<typeof openTarget>[1];
}

/** @param kind of a target that has nothing yet */
export async function createTestTarget(kind: TestKind, name: string = kind): Promise<TestTarget> {
  if (kind === 'netlify') {
    const { apiUrl, visibleAt } = await startNetlifyServer();
    const settings = { name, kind, siteId: netlifySite, token: netlifyToken, visibleAt };
    return { settings, visibleAt, options: { netlify: { apiUrl, minIntervalMs: 0, pollMs: 1 } } };
  }
  if (kind === 'folder') {
    const path = createTestFolder();
    const visibleAt = await serve((file) => readIfPresent(join(path, 'current', toFile(file))));
    return { settings: { name, kind, path, visibleAt }, visibleAt, options: {} };
  }
  const url = await createTestBucket('/www');
  const store = openObjectStore(parseStoreUrl(url));
  const readKey: Read = (key) => store.get(key);
  const visibleAt = await serve(
    kind === 'bucket' ? (path) => readKey(toFile(path)) : (path) => readStore(readKey, path),
  );
  return { settings: { name, kind, url, visibleAt }, visibleAt, store, options: {} };
}

export function createTestFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'target-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

/**
 * Requests all pages of a release and everything that they refer to.
 *
 * @returns the sentence of the first thing that is missing; undefined if the site is whole
 */
export async function findBrokenPage(visibleAt: string, paths: Iterable<string>): Promise<string | undefined> {
  const seen = new Set<string>();
  const queue = [...paths];
  for (const path of queue) {
    if (seen.has(path)) continue;
    seen.add(path);
    const reply = await fetch(`${visibleAt}${path}`);
    const text = await reply.text();
    if (!reply.ok) return `${path} answers ${reply.status}`;
    queue.push(...[...text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, reference = '']) => reference));
  }
  return undefined;
}

/** Returns the paths whose bytes are not those of the release. */
export async function listDifferences(visibleAt: string, { manifest, publicDir }: StoredRelease): Promise<string[]> {
  const different: string[] = [];
  for (const [path, { file }] of Object.entries(manifest.files)) {
    if (path === '/404/') continue;
    const shown = await (await fetch(`${visibleAt}${path}`)).bytes();
    if (Buffer.compare(shown, await readFile(join(publicDir, file))) !== 0) different.push(path);
  }
  return different;
}

/** Deletes a file of the visible release, or replaces its bytes, as another program would. */
export async function damageFile(
  { settings, store }: TestTarget,
  { manifest }: StoredRelease,
  { path, body }: { path: string; body?: string },
): Promise<void> {
  const { file = '', sha256 = '' } = manifest.files[path] ?? {};
  if (store) {
    const key = settings.kind === 'store' ? `blobs/${sha256}` : file;
    await (body === undefined ? store.delete(key) : store.put(key, body));
    return;
  }
  const target = join(settings.path ?? '', 'current', file);
  await rm(target);
  if (body !== undefined) await writeFile(target, body);
}

const serve = (read: Read) =>
  startServer(async ({ url = '' }, reply) => {
    const body = await read(url).catch(() => undefined);
    if (body) reply.end(body);
    else reply.writeHead(404).end();
  });

/** Like the index documents of a static website. */
const toFile = (path: string) => (path.endsWith('/') ? `${path.slice(1)}index.html` : path.slice(1));

/**
 * Like the edge worker, without its cache: hashed files of recent releases stay. A request of a killed delivery can
 * reach the store late, so the next release can become visible between a page and its style sheet.
 */
async function readStore(readKey: Read, path: string): Promise<Uint8Array | undefined> {
  const { id, recent } = livePointerSchema.parse(parse(await readKey('live.json')));
  const find = async (release: string) =>
    releaseManifestSchema.parse(parse(await readKey(`manifests/${release}.json`))).files[path];
  const shown = await find(id);
  if (shown) return readKey(`blobs/${shown.sha256}`);
  const earlier = (await Promise.all(recent.map((each) => find(each.id)))).find((file) => file?.immutable);
  return earlier && readKey(`blobs/${earlier.sha256}`);
}

const parse = (body: Uint8Array | undefined) => JSON.parse(new TextDecoder().decode(body));

const readIfPresent = (file: string) => readFile(file).catch(() => undefined);

/** Creates a target whose store is behind a proxy. */
export async function createFaulty(kind: TestKind = 'store') {
  const target = await createTestTarget(kind);
  const proxy = await startFaultProxy(target.settings.url ?? '');
  return { ...target, proxy, settings: { ...target.settings, url: proxy.url } };
}

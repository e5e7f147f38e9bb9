import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { livePointerSchema, type ReleaseManifest } from '@threadline/schema/wire/release';
import {
  describePages,
  planRelease,
  type ReleasePlan,
  writeRelease,
} from '../../publisher/src/release/write-release.ts';
import type { RenderedPage } from '../../publisher/src/render/renderer.ts';

/** The part of an R2 bucket that a release is written with. */
export interface Store {
  put(key: string, value: Uint8Array | string): Promise<unknown>;
}

const filler = '<p>Enough text to be worth compressing.</p>'.repeat(30);

function page(title: string, status = 200): RenderedPage {
  const html = `<!doctype html><title>${title}</title><p id="reference" hidden>Reference: {reference}</p>${filler}`;
  const script = createHash('sha256').update(title).digest('base64');
  const headers = { 'content-security-policy': `default-src 'none'; script-src 'sha256-${script}'` };
  return { status, contentType: 'text/html; charset=utf-8', headers, body: Buffer.from(html) };
}

function file(contentType: string, text: string): RenderedPage {
  return { status: 200, contentType, headers: {}, body: Buffer.from(text) };
}

/** Returns the plan of a small site whose script has the given hash in its name. */
export function planSite(revision: number, title: string, scriptHash: string): ReleasePlan {
  const site = new Map<string, RenderedPage>([
    ['/', page(title)],
    ['/terms/', page('Terms')],
    ['/thanks/', page('Thanks')],
    ['/404/', page('Not found', 404)],
    ['/robots.txt', file('text/plain; charset=utf-8', 'User-agent: *\n')],
    ['/empty.txt', file('text/plain; charset=utf-8', '')],
    ['/share/0a1b2c3d.png', file('image/png', 'not compressible')],
    ['/data/4e5f6a7b.json', file('application/json', JSON.stringify({ rows: 'x'.repeat(600) }))],
    [`/_astro/app.${scriptHash}.js`, file('text/javascript', `start();${'// code\n'.repeat(100)}`)],
  ]);
  return planRelease({ revision, pages: describePages(site), statics: [], olderAssets: [] });
}

/** Writes a release to the disk as the publisher does. */
export function writeSite(releasesDir: string, plan: ReleasePlan): Promise<ReleaseManifest> {
  return writeRelease(releasesDir, plan, undefined);
}

/** Uploads the blobs and the manifest of a release on the disk. */
export async function uploadRelease(store: Store, releasesDir: string, manifest: ReleaseManifest): Promise<void> {
  for (const { file, sha256, encodings } of Object.values(manifest.files)) {
    const path = join(releasesDir, manifest.id, 'public', file);
    await store.put(`blobs/${sha256}`, await readFile(path));
    if (encodings.br) await store.put(`blobs/${encodings.br.sha256}`, await readFile(`${path}.br`));
  }
  await store.put(`manifests/${manifest.id}.json`, JSON.stringify(manifest));
}

/** Makes a release live. @param earlier the releases that were live before, newest first */
export async function writePointer(
  store: Store,
  { id, revision }: ReleaseManifest,
  { order, earlier = [] }: { order: number; earlier?: ReleaseManifest[] },
): Promise<void> {
  const recent = [id, ...earlier.map((manifest) => manifest.id)];
  const pointer = livePointerSchema.parse({ id, revision, order, at: new Date().toISOString(), recent });
  await store.put('live.json', JSON.stringify(pointer));
}

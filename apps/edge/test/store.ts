import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { PublishTarget, StoredRelease } from '@threadline/publish-targets/publish-target';
import { createStoreTarget } from '@threadline/publish-targets/store-target';
import { livePointerSchema, type ReleaseManifest } from '@threadline/schema/wire/release';
import type { Miniflare } from 'miniflare';
import {
  describePages,
  planRelease,
  type ReleasePlan,
  writeRelease,
} from '../../publisher/src/release/write-release.ts';
import type { RenderedPage } from '../../publisher/src/render/renderer.ts';

export type Bucket = Awaited<ReturnType<Miniflare['getR2Bucket']>>;

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

const videoPath = `/media/${'ab'.repeat(16)}-64.webm`;

/** Returns the plan of a small site whose script has the given hash in its name. */
export function planSite(revision: number, title: string, scriptHash: string): ReleasePlan {
  const site = new Map<string, RenderedPage>([
    ['/', page(title)],
    ['/terms/', page('Terms')],
    ['/old-terms/', { ...page('Moved'), headers: { location: '/terms/' } }],
    ['/thanks/', page('Thanks')],
    ['/404/', page('Not found', 404)],
    ['/robots.txt', file('text/plain; charset=utf-8', 'User-agent: *\n')],
    ['/empty.txt', file('text/plain; charset=utf-8', '')],
    ['/share/0a1b2c3d.png', file('image/png', 'not compressible')],
    [videoPath, file('video/webm', 'not compressible, in parts')],
    ['/data/4e5f6a7b.json', file('application/json', JSON.stringify({ rows: 'x'.repeat(600) }))],
    [`/_astro/app.${scriptHash}.js`, file('text/javascript', `start();${'// code\n'.repeat(100)}`)],
  ]);
  return planRelease({ revision, pages: describePages(site), statics: [], olderAssets: [] });
}

/** Writes a release to the disk as the publisher does. */
export function writeSite(releasesDir: string, plan: ReleasePlan): Promise<ReleaseManifest> {
  return writeRelease(releasesDir, plan, undefined);
}

/** Opens a bucket for the publisher's target, with the calls that a release needs. */
export function openTarget(bucket: Bucket): PublishTarget {
  const unsupported = () => {
    throw new Error('This call is not part of publishing a release.');
  };
  return createStoreTarget({
    name: 'bucket',
    probe: async () => {},
    async get(key) {
      const object = await bucket.get(key);
      return object ? new Uint8Array(await object.arrayBuffer()) : undefined;
    },
    // Plain objects: the proxy of miniflare refuses `Headers`.
    create: async (key, body) => (await bucket.put(key, body, { onlyIf: { etagDoesNotMatch: '*' } })) !== null,
    async update(key, change) {
      const body = change(await this.get(key));
      if (body !== undefined) await bucket.put(key, body);
    },
    describe: unsupported,
    request: unsupported,
    put: unsupported,
    delete: unsupported,
    list: unsupported,
  });
}

/** Returns a release on the disk in the form that a target takes. */
export function getStored(releasesDir: string, manifest: ReleaseManifest): StoredRelease {
  return { manifest, publicDir: join(releasesDir, manifest.id, 'public') };
}

/** Writes any pointer, also one that the publisher would refuse to write. @param earlier older releases, newest first */
export async function writePointer(
  bucket: Bucket,
  { id, revision }: ReleaseManifest,
  { order, earlier = [] }: { order: number; earlier?: ReleaseManifest[] },
): Promise<void> {
  const at = new Date().toISOString();
  const recent = [id, ...earlier.map((manifest) => manifest.id)].map((each) => ({ id: each, at }));
  const pointer = livePointerSchema.parse({ id, revision, order, at, recent });
  await bucket.put('live.json', JSON.stringify(pointer));
}

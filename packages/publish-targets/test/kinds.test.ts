import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { expect, inject, test } from 'vitest';
import { openTarget } from '../src/open-target.ts';
import { type StoredRelease, SupersededError } from '../src/publish-target.ts';
import { type TargetSettings, targetsSchema } from '../src/settings.ts';
import { writeFixtureRelease } from './fixture-release.ts';
import {
  createFaulty,
  createTestFolder,
  createTestTarget,
  damageFile,
  findBrokenPage,
  listDifferences,
  type TestKind,
  testKinds,
} from './test-target.ts';

const never = new AbortController().signal;
const testKind = test.skipIf(inject('objectStore') === '').each(testKinds);

async function setUp(kind: TestKind) {
  const folder = createTestFolder();
  const created = await createTestTarget(kind);
  const [settings] = targetsSchema.parse(JSON.stringify([created.settings]));
  let order = 1000;
  const open = () => openTarget(settings as TargetSettings);
  return {
    ...created,
    open,
    release: (title: string, pages: string[] = []) => writeFixtureRelease(folder, { revision: 1, title, pages }),
    /** Delivers like a publisher that was just started. */
    async deliver(release: StoredRelease) {
      const target = open();
      order += 1;
      const stats = await target.upload(release, order, never);
      await target.activate(release, order, never);
      return stats;
    },
  };
}

testKind('%s: a release is visible with all its bytes, and an older one can return', async (kind) => {
  const { deliver, release, open, visibleAt } = await setUp(kind);
  const [first, second] = [await release('First'), await release('Second', ['/new/'])];
  expect(await open().readShown(never)).toBeUndefined();
  for (const next of [first, second, first]) {
    await deliver(next);
    expect(await open().readShown(never)).toBe(next.manifest.id);
    expect(await listDifferences(visibleAt, next)).toEqual([]);
  }
  expect((await fetch(`${visibleAt}/new/`)).status).toBe(404);
});

testKind('%s: unchanged files are not uploaded again', async (kind) => {
  const { deliver, release } = await setUp(kind);
  const first = await release('First');
  expect((await deliver(first)).sent).toBeGreaterThan(0);
  expect((await deliver(first)).sent).toBe(0);
});

testKind('%s: an older decision never replaces a newer one', async (kind) => {
  const { release, open, visibleAt } = await setUp(kind);
  const [first, second] = [await release('First'), await release('Second')];
  for (const each of [first, second]) await open().upload(each, 1, never);
  await open().activate(second, 20, never);
  await expect(open().activate(first, 10, never)).rejects.toBeInstanceOf(SupersededError);
  expect(await listDifferences(visibleAt, second)).toEqual([]);
});

testKind('%s: a file that was deleted or changed is uploaded again', async (kind) => {
  const test = await setUp(kind);
  const release = await test.release('First');
  await test.deliver(release);
  await damageFile(test, release, { path: '/about/' });
  const body = 'x'.repeat(release.manifest.files['/']?.bytes ?? 0);
  await damageFile(test, release, { path: '/', body });
  expect(await listDifferences(test.visibleAt, release)).toEqual(['/', '/about/']);
  expect(await test.open().repair(release, never)).toBe(2);
  expect(await listDifferences(test.visibleAt, release)).toEqual([]);
  expect(await test.open().repair(release, never)).toBe(0);
});

testKind('%s: pruning leaves everything that the visible release and the one before need', async (kind) => {
  const { deliver, release, open, visibleAt } = await setUp(kind);
  const [first, second] = [await release('First'), await release('Second')];
  await deliver(first);
  await deliver(second);
  expect(await open().prune(never)).toBe(0);
  expect(await listDifferences(visibleAt, second)).toEqual([]);
});

testKind('%s: the check writes, reads and deletes, and repeats no secret', async (kind) => {
  const { open } = await setUp(kind);
  const sentence = await open().test(never);
  expect(sentence).toMatch(/^The (store|folder) \S+.* returns what was written\.$/);
  expect(sentence).not.toMatch(/test-key|secret/);
});

test.skipIf(inject('objectStore') === '').each([
  ['store', 'live.json'],
  ['bucket', '_threadline/state.json'],
] as const)('%s: a damaged %s is reported by name', async (kind, key) => {
  const { deliver, release, store, open } = await setUp(kind);
  await deliver(await release('First'));
  await store?.put(key, '{"id":');
  await expect(open().readShown(never)).rejects.toThrow(
    new RegExp(`^${key} in the store \\S+ at \\S+ is damaged\\. Delete it; the next attempt writes it again\\.$`),
  );
  await store?.delete(key);
  await deliver(await release('Second'));
});

test.skipIf(inject('objectStore') === '').each([
  ['store', 'live.json'],
  ['bucket', '_threadline/state.json'],
] as const)(
  '%s: if another program changes %s before each attempt, the delivery ends with a sentence',
  async (kind, key) => {
    const { proxy, settings } = await createFaulty(kind);
    const [parsed] = targetsSchema.parse(JSON.stringify([settings]));
    const target = openTarget(parsed as TargetSettings);
    const release = await writeFixtureRelease(createTestFolder(), { revision: 1, title: 'First' });
    proxy.refuseWhen((method, path) => (method === 'PUT' && path.endsWith(key) ? 412 : undefined));
    const deliver = async () => {
      await target.upload(release, 1, never);
      await target.activate(release, 1, never);
    };
    await expect(deliver()).rejects.toThrow(`Another program keeps changing ${key} in the store `);
    expect(proxy.paths.filter((path) => path.startsWith('PUT') && path.endsWith(key))).toHaveLength(4);
  },
);

testKind(
  '%s: after a delivery that was stopped half-way, the earlier release is restored byte by byte',
  async (kind) => {
    const { deliver, release, open, visibleAt } = await setUp(kind);
    const pages = Array.from({ length: 40 }, (_, index) => `/page-${index}/`);
    const [first, second] = [await release('First', pages), await release('Second', pages)];
    await deliver(first);
    const target = open();
    await target.upload(second, 1, never);
    const stopping = new AbortController();
    const activation = target.activate(second, 2000, stopping.signal);
    setImmediate(() => stopping.abort());
    await activation.catch(() => undefined);
    expect(await findBrokenPage(visibleAt, ['/', ...pages])).toBeUndefined();
    await open().upload(first, 1, never);
    await open().activate(first, 2001, never);
    expect(await listDifferences(visibleAt, first)).toEqual([]);
  },
);

test.skipIf(inject('objectStore') === '')(
  'bucket: browsers get type and cache time, and other objects stay',
  async () => {
    const { deliver, release, store, settings } = await setUp('bucket');
    await store?.put('google-verification.html', 'of the customer');
    const first = await release('First', ['/old/']);
    await deliver(first);
    await deliver(await release('Second'));
    const keys: string[] = [];
    for await (const { key } of store?.list('') ?? []) keys.push(key);
    expect(keys).toContain('google-verification.html');
    expect(keys).toContain('404.html');
    expect(keys).not.toContain('old/index.html');
    // Open tabs still request it.
    expect(keys).toContain(Object.values(first.manifest.files).find(({ immutable }) => immutable)?.file);
    const { endpoint, bucket, prefix, ...keyPair } = (
      targetsSchema.parse(JSON.stringify([settings])) as Extract<TargetSettings, { kind: 'bucket' }>[]
    )[0]!.url;
    const head = async (key: string) => {
      const reply = await new AwsClient({ ...keyPair, service: 's3' }).fetch(`${endpoint}/${bucket}/${prefix}${key}`);
      return ['content-type', 'cache-control', 'content-encoding'].map((name) => reply.headers.get(name));
    };
    expect(await head('index.html')).toEqual(['text/html; charset=utf-8', 'public, max-age=0, must-revalidate', null]);
    const script = keys.find((key) => key.endsWith('.js')) ?? '';
    expect(await head(script)).toEqual(['text/javascript', 'public, max-age=31536000, immutable', null]);
  },
);

test('folder: hashed files of the release before stay below the link, and damage does not spread', async () => {
  const test = await setUp('folder');
  const [first, second] = [await test.release('First'), await test.release('Second')];
  await test.deliver(first);
  await test.deliver(second);
  const script = Object.keys(first.manifest.files).find((path) => path.endsWith('.js')) ?? '';
  expect((await fetch(`${test.visibleAt}${script}`)).status).toBe(200);
  await test.deliver(first);
  const other = Object.keys(second.manifest.files).find((path) => path.endsWith('.js')) ?? '';
  expect((await fetch(`${test.visibleAt}${other}`)).status).toBe(200);
});

test('folder: a missing folder is not created, because its disk may not be mounted', async () => {
  const path = join(createTestFolder(), 'mount');
  const target = openTarget({ name: 'disk', kind: 'folder', path, required: false, visibleAt: undefined });
  await expect(target.readShown(never)).rejects.toThrow(
    `The folder ${path} does not exist. Create it, or mount its disk.`,
  );
});

import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createPlan, longPage } from '../../test/release-plan.ts';
import { useTempFolder } from '../../test/temp-folder.ts';
import { createMediaCache, type MediaCache } from './media.ts';
import { createReleaseStore } from './release-store.ts';

const dayMs = 24 * 3_600_000;
const folder = useTempFolder();
let releases: string;
let media: MediaCache;
beforeEach(() => {
  releases = join(folder(), 'releases');
  media = createMediaCache(join(folder(), 'media'), async () => undefined);
});

async function openStore(kept = 3, days = 0) {
  const store = createReleaseStore(releases, { releases: kept, days });
  await store.open(media);
  return {
    ...store,
    async publish(revision: number, text = `Revision ${revision}`) {
      const manifest = await store.write(createPlan({ '/': longPage(text) }, { revision }));
      await store.activate(manifest);
      await store.prune(media);
      return manifest;
    },
  };
}

const current = () => readlinkSync(join(releases, 'current'));
const listed = () => readdirSync(releases).filter((name) => name !== 'current');
const homeTime = (id: string) => statSync(join(releases, id, 'public', 'index.html')).mtimeMs;

test('the same content twice is one release, and its files are not touched', async () => {
  const store = await openStore();
  const first = await store.publish(1);
  const { mtimeMs, ctimeMs } = statSync(join(releases, first.id, 'public', 'index.html'));
  const again = await (await openStore()).publish(1);
  expect(again.id).toBe(first.id);
  expect(statSync(join(releases, first.id, 'public', 'index.html'))).toMatchObject({ mtimeMs, ctimeMs });
});

test('the newest releases are kept, and ids rise with the revision', async () => {
  const store = await openStore(3);
  const ids: string[] = [];
  for (const revision of [1, 2, 9, 10, 11, 100]) ids.push((await store.publish(revision)).id);
  expect(ids).toEqual([...ids].sort());
  expect(listed().sort()).toEqual(ids.slice(-3));
  expect(current()).toBe(ids.at(-1));
});

test('the last release of each recent day in India is kept as well', async () => {
  const store = await openStore(9, 3);
  const ids: string[] = [];
  for (const revision of [1, 2, 3, 4, 5]) ids.push((await store.publish(revision)).id);
  const today = new Date(Math.floor(Date.now() / dayMs) * dayMs).getTime();
  // Midnight in India is 18:30 UTC.
  const hours = [-9 * 24, -2 * 24 + 18, -2 * 24 + 19, -24 + 17, 0];
  for (const [index, id] of ids.entries()) {
    const at = new Date(today + (hours[index] ?? 0) * 3_600_000);
    utimesSync(join(releases, id, 'manifest.json'), at, at);
  }
  await (await openStore(1, 3)).prune(media);
  expect(listed().sort()).toEqual([ids[1], ids[3], ids[4]]);
});

test('the live release is never removed, regardless of its age', async () => {
  const store = await openStore(1);
  const first = await store.publish(1);
  await store.write(createPlan({ '/': 'written, never live' }, { revision: 2 }));
  await store.write(createPlan({ '/': 'written, never live' }, { revision: 3 }));
  await store.prune(media);
  expect(listed()).toContain(first.id);
  expect(current()).toBe(first.id);
});

test('a release that was requested meanwhile is kept, regardless of its age', async () => {
  const store = await openStore(2);
  const first = await store.publish(1);
  await store.publish(2);
  for (const revision of [3, 4]) await store.write(createPlan({ '/': 'written, never live' }, { revision }));
  await store.prune(media, [first.id]);
  expect(listed()).toContain(first.id);
  await store.prune(media);
  expect(listed()).not.toContain(first.id);
});

test('a reopened release counts as new: it gets a later time and is kept', async () => {
  const store = await openStore(2);
  const first = await store.publish(1);
  const second = await store.publish(2);
  const again = await store.reopen(first.id);
  expect(again).toEqual(first);
  expect(homeTime(first.id)).toBeGreaterThan(homeTime(second.id));
  await store.activate(first);
  await store.publish(3);
  expect(listed()).toContain(first.id);
  expect(listed()).not.toContain(second.id);
});

test('a missing or damaged release is not reopened', async () => {
  const store = await openStore();
  const first = await store.publish(1);
  await store.publish(2);
  truncateSync(join(releases, first.id, 'public', 'index.html.br'), 10);
  expect(await store.reopen(first.id)).toBeUndefined();
  expect(await store.reopen('000009-abcdef01')).toBeUndefined();
});

test.each(['public/index.html', 'public/index.html.gz', 'manifest.json'])(
  'a live release whose %s cannot be read is neither renamed nor replaced',
  async (name) => {
    const store = await openStore();
    await store.publish(1);
    const { id } = await store.publish(2);
    const file = join(releases, id, name);
    const content = readFileSync(file);
    rmSync(file);
    // A link to itself: root cannot read it either.
    symlinkSync(file, file);
    const again = createReleaseStore(releases, { releases: 3, days: 0 });
    await expect(again.open(media)).rejects.toThrow(`The release file ${file} cannot be read (ELOOP)`);
    await expect(again.write(createPlan({ '/': longPage('Revision 2') }, { revision: 2 }))).rejects.toThrow('ELOOP');
    expect(current()).toBe(id);
    expect(readdirSync(releases)).toContain(id);
    rmSync(file);
    writeFileSync(file, content);
    expect((await again.reopen(id))?.id).toBe(id);
  },
);

test('temporary files of a killed process are removed', async () => {
  await (await openStore()).publish(1);
  mkdirSync(join(releases, '.tmp-0123', 'public'), { recursive: true });
  writeFileSync(join(releases, '.tmp-0123', 'public', 'index.html'), 'half a p');
  symlinkSync('nowhere', join(releases, '.tmp-4567'));
  await openStore();
  expect(readdirSync(releases).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('a link without a target is replaced', async () => {
  const { id } = await (await openStore()).publish(1);
  rmSync(join(releases, id), { recursive: true });
  const store = await openStore();
  expect(store.live()).toBeUndefined();
  expect((await store.publish(1)).id).toBe(id);
  expect(current()).toBe(id);
});

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createImageFixture, type ImageFixture } from '../../test/image-fixture.ts';
import { auditLog } from '../platform/db/schema/core.ts';
import { seedImages } from './seed.ts';

/** Creates a seed folder with two of the product's own images: the set-up of the end-to-end tests encodes them all. */
function createSeed({ config }: ImageFixture['deps']) {
  const seedDir = mkdtempSync(join(tmpdir(), 'threadline-seed-'));
  const [from, to] = [join(config.seedDir, 'images'), join(seedDir, 'images')];
  const entries = JSON.parse(readFileSync(join(from, 'index.json'), 'utf8')).slice(0, 2) as { file: string }[];
  mkdirSync(to);
  writeFileSync(join(to, 'index.json'), JSON.stringify(entries));
  for (const { file } of entries) cpSync(join(from, file), join(to, file));
  return seedDir;
}

test('the seed fills an empty library once and does not restore deleted images', async () => {
  const fixture = await createImageFixture();
  const deps = { ...fixture.deps, config: { ...fixture.deps.config, seedDir: createSeed(fixture.deps) } };
  const list = async () => (await fixture.call('/api/upload/images')).body.images;

  const added = await seedImages(deps);
  expect(added).toBe(2);
  expect(await list()).toHaveLength(added);
  const [image] = await list();
  await fixture.call(`/api/upload/image/${image._id}`, { method: 'PATCH', body: { alt: 'Edited' } });
  const [, other] = await list();
  await fixture.call(`/api/upload/image/${other._id}`, { method: 'DELETE' });

  expect(await seedImages(deps)).toBe(0);
  expect(await list()).toHaveLength(added - 1);
  expect((await list())[0].alt).toBe('Edited');
  expect(
    fixture.deps.db
      .select()
      .from(auditLog)
      .all()
      .filter(({ action }) => action === 'image.created'),
  ).toHaveLength(added);
  rmSync(deps.config.seedDir, { recursive: true });
});

test('nothing is added without a seed', async () => {
  const { deps } = await createImageFixture();
  expect(await seedImages({ ...deps, config: { ...deps.config, seedDir: deps.config.dataDir } })).toBe(0);
});

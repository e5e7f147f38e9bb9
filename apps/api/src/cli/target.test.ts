import { cp, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openTarget } from '@threadline/publish-targets/open-target';
import { targetsSchema } from '@threadline/publish-targets/settings';
import { expect, inject, test } from 'vitest';
import { writeFixtureRelease } from '../../../../packages/publish-targets/test/fixture-release.ts';
import {
  createTestFolder,
  createTestTarget,
  damageFile,
  type TestKind,
  testKinds,
} from '../../../../packages/publish-targets/test/test-target.ts';
import { createInstallation } from '../../test/cli-fixture.ts';
import { loadConfig } from '../config.ts';

const never = new AbortController().signal;

/** An installation whose target shows a release. */
async function setUp(kind: TestKind, change: object = {}) {
  const target = await createTestTarget(kind);
  const env = { PUBLISH_TARGETS: JSON.stringify([{ ...target.settings, ...change }]) };
  const installation = createInstallation({ env });
  const release = await writeFixtureRelease(createTestFolder(), { revision: 1, title: 'First' });
  const folder = join(installation.dataDir, 'releases', release.manifest.id);
  await mkdir(dirname(folder), { recursive: true });
  await cp(dirname(release.publicDir), folder, { recursive: true });
  const [settings] = targetsSchema.parse(JSON.stringify([target.settings]));
  const deliver = async () => {
    const opened = settings && openTarget(settings);
    await opened?.upload(release, 1, never);
    await opened?.activate(release, 1, never);
  };
  return { ...installation, ...target, release, deliver };
}

test.skipIf(inject('objectStore') === '').each(testKinds)(
  '%s: a check proves the target, and uploads what is missing',
  async (kind) => {
    const { cli, deliver, release, visibleAt, ...target } = await setUp(kind);
    const empty = await cli(['target', 'check', kind]);
    expect(empty.out).toContain(`warn  ${kind} shows no release`);
    await deliver();
    const whole = await cli(['target', 'check', kind]);
    expect(whole.out).toContain(`ok    The settings of ${kind} can be read: a ${kind}, visible at ${visibleAt}.`);
    expect(whole.out).toContain('returns what was written.');
    expect(whole.out).toContain(`ok    ${kind} shows release ${release.manifest.id}.`);
    expect(whole.out).toContain(`ok    ${kind} has all 6 files of the release.`);
    expect(whole.out).toContain(`ok    ${visibleAt} shows it.`);
    // The server of the test sends no headers; the worker of a store would.
    expect(whole.code).toBe(kind === 'store' ? 1 : 0);
    expect(whole.out).toMatch(/lacks the headers strict-transport-security, .*content-security-policy\./);
    await damageFile({ ...target, visibleAt }, release, { path: '/about/' });
    expect((await cli(['target', 'check', kind])).out).toContain(
      'warn  1 missing or changed files were uploaded again.',
    );
    expect((await cli(['target', 'check', kind])).out).toContain('has all 6 files');
    expect(whole.out).not.toMatch(/test-key|secret/);
  },
);

test.skipIf(inject('objectStore') === '')('a wrong key is reported, and not repeated', async () => {
  const { settings } = await createTestTarget('store');
  const url = settings.url?.replace(/:[^:@]*@/, ':wrong-word@') ?? '';
  const { cli } = createInstallation({ env: { PUBLISH_TARGETS: JSON.stringify([{ ...settings, url }]) } });
  const { code, out, err } = await cli(['target', 'check', 'store']);
  expect([code, err]).toEqual([1, '']);
  expect(out).toMatch(/fail {2}The store \S+ at 127\.0\.0\.1:\d+ refuses the access key \(SignatureDoesNotMatch\)\./);
  expect(out).not.toMatch(/test-key|wrong-word/);
});

test('doctor tests each target', async () => {
  const path = createTestFolder();
  const settings = [
    { name: 'disk', kind: 'folder', path },
    { name: 'mirror', kind: 'folder', path: join(path, 'not-mounted') },
  ];
  const { cli } = createInstallation({ env: { PUBLISH_TARGETS: JSON.stringify(settings) } });
  const { code, out } = await cli(['doctor']);
  expect(code).toBe(1);
  expect(out).toContain(`ok    PUBLISH_TARGETS, disk: The folder ${path} can be written`);
  expect(out).toContain(`fail  PUBLISH_TARGETS, mirror: The folder ${path}/not-mounted does not exist.`);
});

test('an unknown target is refused with the names of the others', async () => {
  const settings = [{ name: 'disk', kind: 'folder', path: '/srv/www' }];
  const { cli } = createInstallation({ env: { PUBLISH_TARGETS: JSON.stringify(settings) } });
  const { code, err } = await cli(['target', 'check', 'edge']);
  expect(code).toBe(2);
  expect(err).toContain('PUBLISH_TARGETS has no target "edge"; its targets: disk.');
});

test.each([
  ['two targets', {}],
  ['a target and the backups', { BACKUP_URL: 's3+https://k:s@s3.example.org/site/www?region=auto' }],
])('%s in one bucket are refused', (_, env) => {
  const url = 's3+https://key:word@s3.example.org/site/www?region=auto';
  const edge = { name: 'edge', kind: 'store', url, visibleAt: 'https://www.example.org' };
  const targets = 'BACKUP_URL' in env ? [edge] : [edge, { ...edge, name: 'copy', kind: 'bucket' }];
  expect(() => loadConfig({ ...env, PUBLISH_TARGETS: JSON.stringify(targets) })).toThrow(
    'PUBLISH_TARGETS must name other buckets or prefixes than each other and the other stores',
  );
});

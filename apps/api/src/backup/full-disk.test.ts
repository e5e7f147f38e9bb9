import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, statfsSync, writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { titleIn, useInstallation } from '../../test/backup-fixture.ts';
import { newTempFolder } from '../../test/temp-folders.ts';

const site = useInstallation();
const sentence = 'The disk has no room for this restore. Nothing was changed.';

/** Returns an archive with a key that the site has lost since. */
async function prepare(): Promise<string> {
  mkdirSync(site.inData('keys'));
  writeFileSync(site.inData('keys', 'webhook-secret'), `whsec_${'a'.repeat(43)}=`);
  const archive = join(newTempFolder(), 'site.tar');
  expect((await site.cli(['backup', archive, '--with-keys'])).code).toBe(0);
  await fs.rm(site.inData('keys'), { recursive: true });
  site.stop();
  return archive;
}

/** Mounts a small file system. Only root can do this. */
function mountSmall(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test('a restore without enough room on the disk reports it and changes nothing (skipped where no tmpfs can be mounted) [R13]', async ({
  skip,
}) => {
  const small = newTempFolder();
  skip(!mountSmall(small));
  onTestFinished(() => void execFileSync('umount', ['--lazy', small]));
  const archive = await prepare();
  const dataDir = join(small, 'data');
  cpSync(site.inData(), dataDir, { recursive: true });
  const before = site.everything(dataDir);
  const room = statfsSync(small).bavail * statfsSync(small).bsize;
  let refusals = 0;
  for (let left = 0; ; left += 256 * 1024) {
    expect(left).toBeLessThan(room);
    writeFileSync(join(small, 'ballast'), Buffer.alloc(room - left));
    const { code, text } = await site.cli(['restore', archive], dataDir);
    if (code === 0) break;
    if (text.includes(sentence)) refusals++;
    // Found before anything is unpacked.
    else expect(text).toMatch(/The archive holds \d+ bytes, and the disk has \d+ left\. Nothing was changed\.$/);
    expect(text).not.toContain('cannot be read');
    expect(site.everything(dataDir)).toEqual(before);
  }
  expect(refusals).toBeGreaterThan(2);
  expect(titleIn(join(dataDir, 'threadline.db'))).toBeDefined();
  expect(existsSync(join(dataDir, 'keys', 'webhook-secret'))).toBe(true);
});

test('a disk that fills up while the database is copied leaves the site unchanged, without a new key [R13]', async () => {
  const archive = await prepare();
  const before = site.everything();
  const { cp } = fs;
  onTestFinished(() => {
    fs.cp = cp;
    syncBuiltinESMExports();
  });
  fs.cp = async (source, target, ...more) => {
    await cp(source, target, ...more);
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  };
  syncBuiltinESMExports();
  const { code, text } = await site.cli(['restore', archive]);
  expect([code, text.split('\n').at(-1)]).toEqual([1, sentence]);
  expect(site.everything()).toEqual(before);
  expect(readdirSync(site.inData('backups'))).toEqual([]);
});

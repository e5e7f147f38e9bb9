import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sendHook } from './publisher-process.ts';
import { useRunningPublisher } from './running-publisher.ts';

const { api, live, releasesDir, start } = useRunningPublisher();

test.skipIf(!canMount())(
  'a full disk is reported, the live release stays, and publishing continues once there is space [R13]',
  async () => {
    mkdirSync(releasesDir());
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', releasesDir()]);
    try {
      api().save({ 'hero.title': 'Before' });
      const publisher = await start();
      const { releaseId } = await api().report('live');
      const ballast = join(releasesDir(), 'ballast');
      fill(ballast);
      const revision = api().save({ 'hero.title': 'After' });
      await sendHook(publisher.url, revision);
      const { faults } = await api().report('failed', (report) => report.revision === revision);
      expect(faults).toEqual([{ detail: 'The disk of the server is full.' }]);
      expect((await live()).id).toBe(releaseId);
      expect(readdirSync(releasesDir()).filter((name) => name.startsWith('.'))).toEqual([]);
      rmSync(ballast);
      await api().report('live', (report) => report.revision === revision);
      expect((await live()).revision).toBe(revision);
    } finally {
      execFileSync('umount', ['--lazy', releasesDir()]);
    }
  },
);

/** Fills the remaining space. */
function fill(file: string): void {
  try {
    writeFileSync(file, Buffer.alloc(1024 * 1024));
  } catch (error) {
    expect(String(error)).toMatch(/ENOSPC/);
  }
}

/** Mounting a file system of a chosen size requires root. */
function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

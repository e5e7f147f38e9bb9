import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyRetentionDays, removeOldCopies } from './store.ts';

const now = new Date('2026-11-21T10:00:00.000Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

function createCopies(age: number) {
  const base = mkdtempSync(join(tmpdir(), 'threadline-copies-'));
  onTestFinished(() => rmSync(base, { recursive: true }));
  const names = ['before-restore-2026-10-01T10-00-00-000Z', 'before-upgrade.db', '2026-10-01T02-00-00-000Z'];
  for (const name of names) {
    if (name.endsWith('.db')) writeFileSync(join(base, name), 'x');
    else {
      mkdirSync(join(base, name));
      writeFileSync(join(base, name, 'threadline.db'), 'x');
    }
    utimesSync(join(base, name), daysAgo(age), daysAgo(age));
  }
  return { base, left: () => names.map((name) => existsSync(join(base, name))) };
}

test('old copies of restores and upgrades are removed, backups are not', async () => {
  const { base, left } = createCopies(copyRetentionDays + 1);
  await removeOldCopies(base, now);
  expect(left()).toEqual([false, false, true]);
});

test('younger copies are kept, and a missing folder is no error', async () => {
  const { base, left } = createCopies(copyRetentionDays - 1);
  await removeOldCopies(base, now);
  expect(left()).toEqual([true, true, true]);
  await expect(removeOldCopies(join(base, 'nowhere'), now)).resolves.toBeUndefined();
});

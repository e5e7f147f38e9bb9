import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, utimesSync, watch } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { titleIn, useInstallation } from '../../test/backup-fixture.ts';
import { copyReplacedDatabase, removeWriteAheadLog } from './restore.ts';

const site = useInstallation();
const program = resolve(import.meta.dirname, '../cli.ts');
const hidden = (...names: string[]) => readdirSync(site.inData(...names)).filter((name) => name.startsWith('.'));

test('a backup by the server removes files of killed processes, but not those of a running command', async () => {
  for (const name of ['.packing-now', '.packing-old', '.making-killed', '.rehearsing-killed'])
    mkdirSync(site.inData('backups', name), { recursive: true });
  const yesterday = Date.now() / 1000 - 86_500;
  utimesSync(site.inData('backups', '.packing-old'), yesterday, yesterday);
  await site.store().make();
  expect(hidden('backups')).toEqual(['.packing-now']);
});

test('a stopped restore leaves no copy behind, and the next restore removes that of a killed one', async () => {
  const { id } = await site.store().make();
  site.stop();
  const begun = new Promise<void>((done) => {
    const watcher = watch(site.inData(), (_, name) => {
      if (!name?.startsWith('.restoring-')) return;
      watcher.close();
      done();
    });
  });
  const env = { DATA_DIR: site.inData(), PORT: '4' };
  const restore = spawn(process.execPath, [program, 'restore', id], { env, stdio: 'ignore' });
  const ended = once(restore, 'exit');
  await begun;
  restore.kill('SIGTERM');
  expect(await ended).toEqual([143, null]);
  expect(hidden()).toEqual([]);

  mkdirSync(site.inData('.restoring-killed'));
  expect(await site.cli(['restore', id])).toMatchObject({ code: 0 });
  expect(hidden()).toEqual([]);
});

test('stopping a restore before its last step leaves the replaced database intact without its log', async () => {
  site.saveTitle('Only in the log');
  const dataDir = site.newDataDir();
  const file = join(dataDir, 'threadline.db');
  // The state that a killed process leaves.
  for (const part of ['', '-wal']) cpSync(site.inData(`threadline.db${part}`), file + part);
  const copy = await copyReplacedDatabase(dataDir, site.clock().now());
  await removeWriteAheadLog(dataDir);
  expect(existsSync(`${file}-wal`)).toBe(false);
  expect(titleIn(file)).toBe('Only in the log');
  expect(titleIn(join(String(copy), 'threadline.db'))).toBe('Only in the log');
});

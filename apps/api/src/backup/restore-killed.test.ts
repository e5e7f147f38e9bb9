import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { image, useInstallation } from '../../test/backup-fixture.ts';
import { simulateCrashes } from '../../test/crash-simulator.ts';
import { createVisitorsFixture, peopleInFile } from '../../test/visitors-fixture.ts';
import { restoreBackup } from './restore.ts';

const site = useInstallation();
const read = (folder: string, name: string) => {
  try {
    return readFileSync(join(folder, name), 'utf8');
  } catch {
    return undefined;
  }
};

const hiddenIn = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('.'));
const toldIn = (text: string) => text.split('\n').filter((line) => line.startsWith('A restore was stopped'));
const undone = 'A restore was stopped before its last step: the site is unchanged. Restore again if you still want to.';
const done = 'A restore was stopped after its last step: the restored site is in place.';

const isDatabase = (folder: string) => (path: string) => path === folder || path.includes('/threadline.db');

/** Returns the references of the enquiries in the same way. */
function referencesIn(folder: string): string[] {
  const copy = join(site.newDataDir(), 'copy');
  cpSync(folder, copy, { recursive: true, filter: isDatabase(folder) });
  return peopleInFile(join(copy, 'threadline.db')).enquiries.map(({ reference }) => reference);
}

/** Returns the title in a database that SQLite can recover. Works on a copy, because opening it changes it. */
function titleIn(folder: string, moment: string): unknown {
  const copy = join(site.newDataDir(), 'copy');
  cpSync(folder, copy, { recursive: true, filter: isDatabase(folder) });
  const client = new Database(join(copy, 'threadline.db'), { fileMustExist: true });
  try {
    expect(client.pragma('integrity_check', { simple: true }), moment).toBe('ok');
    const sql = "select value from content_items where section = 'hero' and key = 'title'";
    return JSON.parse(client.prepare<[], { value: string }>(sql).get()?.value ?? 'null');
  } finally {
    client.close();
  }
}

test('a restore that is killed at any step leaves the old or the new site and can be repeated [E6]', async () => {
  site.saveTitle('Before');
  const { id } = await site.store().make();
  site.saveTitle('After, and only in the log');
  const { body } = await createVisitorsFixture(site.deps()).enquire('sender@example.org');
  rmSync(site.inData('media', image));
  const dataDir = join(site.newDataDir(), 'data');
  // The state that a killed server leaves.
  cpSync(site.inData(), dataDir, { recursive: true });
  const source = join(dataDir, 'backups', id);
  const stopped = await simulateCrashes(dataDir, /^\.restoring-[^/]+\/(?!ready\/threadline\.db$)/, () =>
    restoreBackup({ dataDir, mediaStore: undefined }, { source, now: site.clock().now(), print: () => {} }),
  );
  const sites = stopped.map(({ folder, moment }) => titleIn(folder, moment));
  const swap = sites.indexOf('Before');
  expect(sites).toEqual(sites.map((_, step) => (step < swap ? 'After, and only in the log' : 'Before')));
  expect(swap).toBeGreaterThan(10);
  for (const [step, { folder, moment }] of stopped.entries()) {
    expect([undefined, 'bytes of an image'], moment).toContain(read(folder, `media/${image}`));
    for (const copy of readdirSync(join(folder, 'backups')).filter((name) => name.startsWith('before-restore-')))
      expect(titleIn(join(folder, 'backups', copy), moment), moment).toBe('After, and only in the log');
    // Received after the backup: both the old and the new site have it once.
    expect(referencesIn(folder), moment).toEqual([body.reference]);
    const isTold = hiddenIn(folder).length > 0;
    const { code, text } = await site.cli(['restore', id], folder);
    expect([code, toldIn(text)], moment).toEqual([0, isTold ? [step < swap ? undone : done] : []]);
    expect(titleIn(folder, moment), moment).toBe('Before');
    expect(referencesIn(folder), moment).toEqual([body.reference]);
    expect(read(folder, `media/${image}`), moment).toBe('bytes of an image');
    expect(hiddenIn(folder), moment).toEqual([]);
  }
});

const program = resolve(import.meta.dirname, '../cli.ts');

/** Runs the command in its own process and kills it at a step. */
async function killed(step: Record<string, string>, args: string[]): Promise<void> {
  const killer = new URL(`../../test/kill-before.ts?${new URLSearchParams(step)}`, import.meta.url);
  const env = { DATA_DIR: site.inData(), PORT: '4' };
  const child = spawn(process.execPath, ['--import', killer.href, program, ...args], { env, stdio: 'ignore' });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
}

test('a restore killed before its last step leaves the old site, and its lock does not block the next restore [E6]', async () => {
  site.saveTitle('Before');
  const { id } = await site.store().make();
  site.saveTitle('After');
  site.stop();
  await killed({ rename: '/threadline.db' }, ['restore', id]);
  expect(titleIn(site.inData(), 'killed')).toBe('After');
  const { code, text } = await site.cli(['restore', id]);
  expect([code, toldIn(text)]).toEqual([0, [undone]]);
  expect(titleIn(site.inData(), 'restored')).toBe('Before');
});

test('a restore killed while it carries enquiries over changes nothing, and a repeated one carries all of them over [E6]', async () => {
  site.saveTitle('Before');
  const { id } = await site.store().make();
  site.saveTitle('After');
  const visitors = createVisitorsFixture(site.deps());
  for (const name of ['one', 'three', 'fifteen']) await visitors.enquire(`${name}@example.org`);
  const before = peopleInFile(site.inData('threadline.db'));
  site.stop();
  await killed({ sql: 'insert into main.outbox_messages', nth: '1' }, ['restore', id]);
  expect(titleIn(site.inData(), 'killed')).toBe('After');
  expect(peopleInFile(site.inData('threadline.db'))).toEqual(before);
  const { code, text } = await site.cli(['restore', id]);
  expect([code, toldIn(text)]).toEqual([0, [undone]]);
  expect(titleIn(site.inData(), 'restored')).toBe('Before');
  expect(peopleInFile(site.inData('threadline.db')).enquiries).toEqual(before.enquiries);
});

test('an import that is killed halfway saves nothing and can be repeated [R10]', async () => {
  site.saveTitle('Before');
  const file = site.inData('content.json');
  expect((await site.cli(['export', file])).code).toBe(0);
  const exported = JSON.parse(readFileSync(file, 'utf8'));
  const texts = exported.items.filter(({ value }: { value: unknown }) => typeof value === 'string');
  for (const item of texts) item.value = `${item.value}.`;
  writeFileSync(file, JSON.stringify(exported));
  site.stop();
  await killed({ sql: 'insert into "content_history"', nth: '5' }, ['import', file]);
  expect(titleIn(site.inData(), 'killed')).toBe('Before');
  const { code, text } = await site.cli(['import', file]);
  expect([code, text]).toEqual([
    0,
    expect.stringContaining(`${texts.length} of ${exported.items.length} items changed`),
  ]);
  expect(titleIn(site.inData(), 'imported')).toBe('Before.');
});

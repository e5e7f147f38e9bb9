import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openOnDisk } from '../../../test/new-database.ts';
import { newTempFolder } from '../../../test/temp-folders.ts';
import { loadConfig } from '../../config.ts';
import { revisions } from '../../platform/db/schema/core.ts';
import { getKeyPath, type KeyName, keyFiles, readKey } from '../../platform/keys.ts';
import { inspectData } from './inspect-data.ts';
import { isServerRecovering, serveUntilRecovered, stampData } from './serve.ts';

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts recovery mode in this process. `repair` makes the data usable and resolves when the recovery mode has ended. */
async function recover(dataDir: string) {
  const config = loadConfig({ DATA_DIR: dataDir, PORT: String(await findFreePort()) });
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  const faults = inspectData(config) ?? [];
  const ended = serveUntilRecovered(config, { faults, unusable: stampData(config), log });
  onTestFinished(() => ended.then((release) => release()));
  const read = async (path: string) => (await fetch(`http://127.0.0.1:${config.http.port}${path}`)).text();
  await vi.waitFor(() => read('/api/livez'), { timeout: 10_000 });
  return { lines, read, ended };
}

test('recovery mode shows every fault, and the remaining ones after one is repaired', async () => {
  const dataDir = newTempFolder();
  const db = openOnDisk(join(dataDir, 'threadline.db'));
  db.insert(revisions).values({ revision: 1, at: '2026-11-21T10:00:00.000Z' }).run();
  db.$client.close();
  for (const name of Object.keys(keyFiles) as KeyName[]) readKey(dataDir, name);
  const damaged = ['mail-link-key', 'network-key'] as const;
  for (const name of damaged) writeFileSync(getKeyPath(dataDir, name), '');

  const { lines, read, ended } = await recover(dataDir);
  expect(isServerRecovering(dataDir)).toBe(true);
  const admin = await read('/admin/');
  for (const name of damaged) expect(admin).toContain(`npm run cli -- key reset ${name}`);
  expect(lines).toEqual([expect.stringMatching(/mail-link-key is empty.*network-key is empty/)]);

  rmSync(getKeyPath(dataDir, 'mail-link-key'));
  await vi.waitFor(async () => expect(await read('/admin/')).not.toContain('mail-link-key'), { timeout: 10_000 });
  expect(await read('/admin/')).toContain('key reset network-key');
  expect(lines[1]).toMatch(/^Recovery mode: .*network-key is empty/);
  expect(lines[1]).not.toContain('mail-link-key');

  writeFileSync(join(dataDir, 'threadline.db'), 'not a database at all');
  const both = 'The database of this site is missing or cannot be used. A key file of this site';
  const published = 'There is no published version that visitors could see.';
  await vi.waitFor(async () => expect(await read('/api/health')).toContain(both), { timeout: 10_000 });
  expect(await read('/api/health')).toContain(published);
  expect(await read('/admin/')).toContain('DATA_DIR=&lt;data folder&gt; npm run cli -- start-over --yes');
  expect(await read('/admin/')).not.toContain(dataDir);
  expect(lines.at(-1)).toContain(`DATA_DIR=${dataDir} npm run cli -- start-over --yes`);

  rmSync(join(dataDir, 'threadline.db'));
  rmSync(join(dataDir, 'keys'), { recursive: true });
  await ended;
  expect(isServerRecovering(dataDir)).toBe(false);
});

import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import Database from 'better-sqlite3';

import { expect, onTestFinished, test } from 'vitest';
import { openOnDisk } from '../../../test/new-database.ts';
import { newTempFolder } from '../../../test/temp-folders.ts';
import { loadConfig } from '../../config.ts';
import { revisions } from '../../platform/db/schema/core.ts';
import { type KeyName, keyFiles, readKey } from '../../platform/keys.ts';

import { describeDamage, describeFaults, inspectData } from './inspect-data.ts';

/** A data folder with every key and the given traces of published content. */
function createDataFolder({ traces = ['releases'] as string[], dataDir = newTempFolder() } = {}) {
  const file = join(dataDir, 'threadline.db');
  const db = openOnDisk(file);
  db.insert(revisions).values({ revision: 1, at: '2026-11-21T10:00:00.000Z' }).run();
  db.$client.close();
  for (const name of Object.keys(keyFiles) as KeyName[]) readKey(dataDir, name);
  const entries: Record<string, string> = {
    releases: '000001-0123abcd',
    media: 'a-480.webp',
    backups: '2026-11-21T10-00-00-000Z',
    mail: 'message.eml',
  };
  for (const trace of traces) mkdirSync(join(dataDir, trace, entries[trace] ?? ''), { recursive: true });
  const config = loadConfig({ DATA_DIR: dataDir });
  return { dataDir, file, inspect: () => inspectData(config) };
}

function overwrite(file: string, position: number): void {
  const body = readFileSync(file);
  body.fill(0xff, position, position + 4096);
  writeFileSync(file, body);
}

test('neither a used nor an empty data folder has a fault', () => {
  expect(createDataFolder().inspect()).toBeUndefined();
  expect(inspectData(loadConfig({ DATA_DIR: newTempFolder() }))).toBeUndefined();
});

test.each<[string, (file: string) => void, string]>([
  ['missing', (file) => rmSync(file), 'is missing'],
  ['empty', (file) => writeFileSync(file, ''), 'is empty'],
  ['truncated', (file) => truncateSync(file, 8192), 'is damaged'],
  ['cut inside its header', (file) => truncateSync(file, 50), 'is damaged'],
  ['damaged in the schema', (file) => overwrite(file, 100), 'is damaged'],
  ['damaged in a table', (file) => overwrite(file, 5 * 4096), 'is damaged'],
  ['not a database', (file) => writeFileSync(file, 'x'.repeat(20_000)), 'is damaged'],
])('a database that is %s is a fault', (_case, damage, reason) => {
  const { file, inspect } = createDataFolder();
  damage(file);
  expect(inspect()).toMatchObject([
    {
      part: 'database',
      sentence: `The database ${file} ${reason}. The folder still holds releases, keys.`,
      advice: [
        { text: 'Restore a backup from elsewhere', command: 'npm run cli -- restore <file.tar>' },
        { command: 'npm run cli -- start-over --yes' },
      ],
    },
  ]);
});

test.each([
  ['verified', true],
  ['damaged', false],
])('the newest backup is advised only if it is verified: %s', (result, isAdvised) => {
  const { dataDir, file, inspect } = createDataFolder({ traces: ['backups'] });
  const at = '2026-11-21T10:00:00.000Z';
  const summary = { createdAt: at, revision: 1, bytes: 1, files: 1, verification: { at, result, detail: '' } };
  writeFileSync(join(dataDir, 'backups', '2026-11-21T10-00-00-000Z', 'summary.json'), JSON.stringify(summary));
  rmSync(file);
  const commands = inspect()?.[0]?.advice.map(({ command }) => command);
  expect(commands?.includes('npm run cli -- restore latest')).toBe(isAdvised);
});

test('with off-site backups the newest one is advised', () => {
  const { dataDir } = createDataFolder();
  const config = loadConfig({ DATA_DIR: dataDir, BACKUP_URL: 's3+https://key:secret@host/bucket?region=auto' });
  expect(describeFaults(describeDamage(config)).join()).toContain('restore latest');
});

test('advice for a terminal names the data folder, unless it is the default one', () => {
  const describe = (dataDir: string) => describeFaults(describeDamage(loadConfig({ DATA_DIR: dataDir }))).at(-1);
  expect(describe('/srv/my site')).toMatch(/: DATA_DIR='\/srv\/my site' npm run cli -- start-over --yes$/);
  expect(describe(resolve('data'))).toMatch(/: npm run cli -- start-over --yes$/);
});

test('the database of another program, or of a newer version, is a fault', () => {
  const { file, inspect } = createDataFolder();
  rmSync(file);
  const other = new Database(file);
  other.exec('create table notes (text)');
  expect(inspect()?.[0]?.sentence).toContain('belongs to another program');
  other.exec(
    "create table __drizzle_migrations (id integer, hash text, created_at integer); insert into __drizzle_migrations values (1, 'x', 4102444800000)",
  );
  other.close();
  expect(inspect()?.[0]?.sentence).toContain('was written by a newer version');
});

test('a database with other migrations than those of the product belongs to another program', () => {
  const { file, inspect } = createDataFolder();
  rmSync(file);
  const other = new Database(file);
  other.exec('create table __drizzle_migrations (name text)');
  other.close();
  expect(inspect()?.[0]?.sentence).toContain('belongs to another program');
});

test('a database whose path cannot be followed is a fault', () => {
  const { file, inspect } = createDataFolder();
  rmSync(file);
  symlinkSync(file, file);
  expect(inspect()?.[0]?.sentence).toContain('cannot be opened (ELOOP)');
});

test.each(['releases', 'media', 'backups', 'mail'])('a database without content beside %s is a fault', (trace) => {
  const { file, inspect } = createDataFolder({ traces: [trace] });
  openOnDisk(file).$client.close();
  expect(inspect()?.[0]?.sentence).toContain(`is empty. The folder still holds ${trace}`);
});

test('a first start that was interrupted before it had content can be repeated', () => {
  const { file, inspect } = createDataFolder({ traces: [] });
  openOnDisk(file).$client.close();
  expect(inspect()).toBeUndefined();
});

test('keys that a publisher generated before the first database are no fault', () => {
  const dataDir = newTempFolder();
  for (const name of ['publisher-token', 'webhook-secret'] as const) readKey(dataDir, name);
  expect(inspectData(loadConfig({ DATA_DIR: dataDir }))).toBeUndefined();
});

test.each(
  (Object.keys(keyFiles) as KeyName[]).flatMap((name) => [
    [name, 'is empty', (file: string) => writeFileSync(file, ' \n')] as const,
    [name, 'is damaged', (file: string) => writeFileSync(file, 'garbage')] as const,
    [
      name,
      'cannot be read (EISDIR)',
      (file: string) => {
        rmSync(file);
        mkdirSync(file);
      },
    ] as const,
  ]),
)('the key file %s that %s is reported with the consequence and the command', (name, fault, damage) => {
  const { dataDir, inspect } = createDataFolder();
  const file = join(dataDir, 'keys', name);
  damage(file);
  const [found] = inspect() ?? [];
  expect(found).toMatchObject({ part: 'key', sentence: `The key file ${file} ${fault}.` });
  expect(found?.advice).toMatchObject([
    { text: expect.stringContaining(keyFiles[name].consequence), command: `npm run cli -- key reset ${name}` },
  ]);
});

test.each([
  [
    'second-factor-key',
    `insert into users (id, name, email, email_key, password_hash, role, created_at, session_version)
       values ('1', 'A', 'a@b.test', 'a@b.test', '', 'admin', '', 1);
     insert into totp_secrets (user_id, encrypted_secret, created_at, confirmed_at) values ('1', '', '', '2026-11-21')`,
  ],
  [
    'erasure-key',
    "insert into erasures (at, reason, email_hash, enquiries, messages, subscribers) values ('', 'request', 'ab:cd', 0, 0, 0)",
  ],
] as const)('a missing %s is a fault if the database has rows that depend on it', (name, rows) => {
  const { dataDir, file, inspect } = createDataFolder();
  rmSync(join(dataDir, 'keys', name));
  expect(inspect()).toBeUndefined();
  const db = new Database(file);
  db.exec(rows);
  db.close();
  expect(inspect()).toMatchObject([
    {
      part: 'key',
      sentence: `The key file ${join(dataDir, 'keys', name)} is missing.`,
      advice: [{ command: `npm run cli -- key reset ${name}` }],
    },
  ]);
});

test('other missing keys are no fault', () => {
  const { dataDir, inspect } = createDataFolder();
  rmSync(join(dataDir, 'keys', 'network-key'));
  expect(inspect()).toBeUndefined();
});

test('all faults are reported together', () => {
  const { dataDir, file, inspect } = createDataFolder();
  for (const path of [file, join(dataDir, 'keys', 'network-key'), join(dataDir, 'keys', 'mail-link-key')])
    writeFileSync(path, '');
  expect(inspect()?.map(({ sentence }) => sentence)).toEqual([
    expect.stringContaining('threadline.db is empty.'),
    expect.stringContaining('mail-link-key is empty.'),
    expect.stringContaining('network-key is empty.'),
  ]);
});

test('an unreadable folder counts as data of an installation, so that nothing is seeded over it', () => {
  const dataDir = newTempFolder();
  const folder = join(dataDir, 'releases');
  symlinkSync(folder, folder);
  expect(inspectData(loadConfig({ DATA_DIR: dataDir }))?.[0]?.sentence).toContain(
    'is missing. The folder still holds releases',
  );
});

/** The account "nobody". */
const otherUser = { uid: 65534, gid: 65534 };
// Only root can start a process as another user. That user needs access to Node and the checkout.
const reach = ['-x', process.execPath, '-a', '-r', import.meta.filename];
const isSkipped = process.getuid?.() !== 0 || spawnSync('test', reach, otherUser).status !== 0;

test.skipIf(isSkipped)(
  'files without permission are not reported as damaged (skipped unless root runs the tests in a public folder)',
  () => {
    const cases = [
      ['keys', 'keys', 'key'],
      ['keys/token-key.pem', 'keys', 'key'],
      ['threadline.db', 'threadline.db*', 'database'],
      ['threadline.db-wal', 'threadline.db*', 'database'],
    ] as const;
    const folders: string[] = [];
    const createFolder = (name: string) => {
      // The folder for test files is private.
      const dataDir = mkdtempSync('/tmp/threadline-api-');
      onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
      createDataFolder({ dataDir });
      const path = join(dataDir, name);
      if (name.endsWith('-wal')) writeFileSync(path, '');
      execFileSync('chown', ['-R', `${otherUser.uid}:${otherUser.gid}`, dataDir]);
      chownSync(path, 0, 0);
      chmodSync(path, 0o700);
      folders.push(dataDir);
      return { dataDir, path };
    };
    const expected = cases.map(([name, owned, part]) => [
      {
        part,
        sentence: `User 65534 has no permission for ${createFolder(name).path}, without which the server accepts neither sign-ins nor enquiries.`,
        advice: [
          {
            text: 'As root, in the data folder, give it back to this user',
            command: `chown -R 65534:65534 ${owned} && chmod -R u+rwX ${owned}`,
          },
        ],
      },
    ]);
    const ofRoot = createFolder('keys');
    chownSync(ofRoot.dataDir, 0, 0);
    chmodSync(ofRoot.dataDir, 0o755);
    // One process for all folders: its start takes most of the time.
    const script = `
      import { inspectData } from ${JSON.stringify(new URL('./inspect-data.ts', import.meta.url).href)};
      const inspect = (dataDir) => inspectData({ dataDir, backup: {}, publisher: {}, webhook: {} });
      console.log(JSON.stringify(${JSON.stringify(folders)}.map(inspect)));
    `;
    const args = ['--input-type=module', '-e', script];
    const reply = execFileSync(process.execPath, args, { ...otherUser, encoding: 'utf8' });
    const found = JSON.parse(reply);
    expect(found.slice(0, cases.length)).toEqual(expected);
    expect(found[cases.length][0].advice).toEqual([
      { text: 'Run the server and its commands as user 0, who owns the data folder' },
    ]);
  },
);

test('the file of a key that the environment provides is not required', () => {
  const { dataDir } = createDataFolder();
  writeFileSync(join(dataDir, 'keys', 'webhook-secret'), '');
  const secret = keyFiles['webhook-secret'].create();
  expect(inspectData(loadConfig({ DATA_DIR: dataDir, WEBHOOK_SECRET: secret }))).toBeUndefined();
});

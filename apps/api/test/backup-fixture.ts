import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseStoreUrl } from '@threadline/object-store/store-url';
import type { BackupManifest } from '@threadline/schema/wire/backup';
import { and, eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { newestProgram } from '../../../scripts/newest-program.ts';
import { manifestName } from '../src/backup/manifest.ts';
import { createBackups } from '../src/backup/store.ts';
import { runCli } from '../src/cli/run.ts';
import { loadConfig } from '../src/config.ts';
import { createContentQueries } from '../src/content/queries.ts';
import { seedContent } from '../src/content/seed.ts';
import { createContentService } from '../src/content/service.ts';
import type { Deps } from '../src/context.ts';
import { openDatabase } from '../src/platform/db/client.ts';
import { type backupLocation, contentHistory, images } from '../src/platform/db/schema/core.ts';
import { createPublishing } from '../src/publishing/service.ts';
import { createTestDeps } from './create-test-deps.ts';
import { openInMemory } from './new-database.ts';

const publisherDir = resolve(import.meta.dirname, '../../publisher');
const programs = {
  PAGE_HASHER: newestProgram('publisher', 'hash-pages.ts'),
  DATABASE_CHECKER: newestProgram('api', 'backup/check-process.ts'),
  BACKUP_KEEP: '2',
};

/** The only image of the installation, in `media/`. */
export const image = `${'ab'.repeat(16)}-480.avif`;

/** SQL that makes the database one from which a restore carries nothing over. */
export const madeByNewerVersion = "insert into __drizzle_migrations (hash, created_at) values ('x', 99999999999999)";
export const ofAnotherSite = "update audit_log set at = '2020-01-01T00:00:00.000Z' where id = 1";

/** Returns the row of an image with one file. */
export function imageRow(name: string): typeof images.$inferInsert {
  const [publicId = ''] = name.split('-');
  const url = `/media/${name}`;
  const about = { originalName: 'picture.png', alt: 'A picture', tags: [], focusX: 50, focusY: 50 };
  const variants = [{ format: 'avif' as const, width: 480, height: 320, bytes: 17, url }];
  const size = { width: 480, height: 320, bytes: 17, uploadedAt: '2026-11-21T09:00:00.000Z' };
  return { id: publicId, publicId, url, variants, ...about, ...size };
}

/** Returns the row of a backup location that was set up in the admin, for a URL as in settings. */
export function locationRow(url: string): typeof backupLocation.$inferInsert {
  const { endpoint, bucket, prefix, region, accessKeyId } = parseStoreUrl(url);
  return { id: 1, endpoint, bucket, prefix, region, accessKeyId, encryptedSecret: '' };
}

let seeded: Buffer | undefined;

/** Returns a database with the seed and the row of the image. It is made once, because that takes longer than most tests. */
function seededDatabase({ now, config }: Deps): Buffer {
  if (seeded) return seeded;
  const db = openInMemory();
  seedContent(createContent({ db, now }), config.seedDir);
  db.insert(images).values(imageRow(image)).run();
  seeded = db.$client.serialize();
  return seeded;
}

function createContent({ db, now }: Pick<Deps, 'db' | 'now'>) {
  return createContentService({ db, now }, createContentQueries(db), createPublishing({ db, now }, []));
}

/**
 * An installation on disk with content and an image, and the real renderer with a small site; a new one for each test.
 *
 * @param createSettings returns further environment variables
 */
export function useInstallation(createSettings: () => Promise<Record<string, string>> = async () => ({})) {
  let deps: ReturnType<typeof createTestDeps>;
  let db: Deps['db'];
  let env: Record<string, string>;
  beforeEach(async () => {
    vi.stubEnv('RENDERER_DIR', join(publisherDir, 'test/fixtures/bundle'));
    env = { ...programs, ...(await createSettings()) };
    deps = createTestDeps(env);
    writeFileSync(inData('threadline.db'), seededDatabase(deps), { mode: 0o600 });
    db = openDatabase(inData('threadline.db'));
    mkdirSync(inData('media'));
    writeFileSync(inData('media', image), 'bytes of an image');
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    db.$client.close();
  });

  const changeConfig = (change: Record<string, string>) =>
    loadConfig({ DATA_DIR: deps.config.dataDir, SITE_URL: deps.config.siteUrl, PORT: '4', ...env, ...change });

  const inData = (...names: string[]) => join(deps.config.dataDir, ...names);

  /** Creates a backup and advances the clock. @returns the id of the backup */
  async function backUp(): Promise<string> {
    const { id } = await createBackups({ ...deps, db, config: changeConfig({}) }).make();
    deps.clock.advance(60_000);
    return id;
  }

  /** Restores each source with the server stopped. @returns the output of the last command */
  async function restore(...sources: string[]): Promise<string> {
    db.$client.close();
    let said = '';
    for (const source of sources) {
      const { code, text } = await cli(['restore', source]);
      expect([code, text]).toEqual([0, expect.any(String)]);
      said = text;
    }
    return said;
  }

  /** @param onLine called with each line before the command continues */
  async function cli(args: string[], dataDir = deps.config.dataDir, onLine: (line: string) => void = () => {}) {
    const lines: string[] = [];
    const bars: string[] = [];
    const code = await runCli(args, {
      loadConfig: () => loadConfig({ DATA_DIR: dataDir, PORT: '4', ...env }),
      input: (async function* () {})(),
      print(line) {
        lines.push(line);
        onLine(line);
      },
      printError: (line) => lines.push(line),
      screen: { isTTY: true, columns: 100, write: (part) => bars.push(part) },
    });
    return { code, text: lines.join('\n'), bars: bars.join('') };
  }

  return {
    deps: () => ({ ...deps, db }),
    clock: () => deps.clock,
    config: () => changeConfig({}),
    env: () => env,
    inData,
    inBackup: (id: string, ...names: string[]) => inData('backups', id, ...names),
    /** @param change of the settings */
    store: (change: Record<string, string> = {}) => createBackups({ ...deps, db, config: changeConfig(change) }),
    backUp,
    restore,
    /** Changes the database by SQL while the server is stopped. */
    change: (sql: string) => void readIn(inData('threadline.db'), ({ $client }) => $client.exec(sql)),
    saveTitle: (value: string) =>
      createContent({ db, now: deps.now }).save([{ section: 'hero', key: 'title', value }], null),
    /** Closes the database, like a server that stops. */
    stop: () => db.$client.close(),
    cli,
    /** Returns another, empty data folder. */
    newDataDir: () => createTestDeps(env).config.dataDir,
    /** Returns every file of the data folder with its bytes. */
    everything: (dataDir = deps.config.dataDir) => filesBelow(dataDir),
  };
}

/** Returns the page title in a database. */
export function titleIn(file: string): unknown {
  return readIn(file, (db) => createContentQueries(db).item('hero', 'title')?.value);
}

/** Returns all titles in a database's history, oldest first. */
export function allTitlesIn(file: string): unknown[] {
  const isTitle = and(eq(contentHistory.section, 'hero'), eq(contentHistory.key, 'title'));
  return readIn(file, (db) => db.select().from(contentHistory).where(isTitle).orderBy(contentHistory.id).all()).map(
    ({ value }) => value,
  );
}

function readIn<Answer>(file: string, read: (db: Deps['db']) => Answer): Answer {
  const db = openDatabase(file);
  try {
    return read(db);
  } finally {
    db.$client.close();
  }
}

export function readManifest(folder: string): BackupManifest {
  const [header, ...files] = readFileSync(join(folder, manifestName), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const { fileCount: _, ...about } = header;
  const list = (isNamed?: true) =>
    Object.fromEntries(
      files.filter((file) => file.isNamed === isNamed).map(({ name, isNamed: _, ...facts }) => [name, facts]),
    );
  return { ...about, files: list(), named: list(true) };
}

/** Writes new bytes to a new file, so that hard links to the old one do not change. */
export function overwrite(file: string, body: string | Uint8Array): void {
  rmSync(file);
  writeFileSync(file, body);
}

function filesBelow(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries
    .map(({ parentPath, name }) => join(parentPath, name))
    // Temporary files of the open database, and the locks, are not data.
    .filter((path) => !/-(?:wal|shm)$|\.lock$/.test(path));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'base64')]));
}

import { chmod, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BackupManifest, FileFacts } from '@threadline/schema/backup';
import { createContentQueries } from '../content/queries.ts';
import type { Deps } from '../context.ts';
import { countUp, type TellProgress } from '../platform/progress.ts';
import { readSnapshot } from '../publishing/snapshot.ts';
import { assertRoom, type FreeBytes } from './disk-space.ts';
import { databaseName, factsOf, filesIn, forEachFile, share, sync, unlessMissing } from './files.ts';
import { hashPages } from './hash-pages.ts';
import { manifestName, writeManifest } from './manifest.ts';
import { summarize, writeSummary } from './summary.ts';

type BackupDeps = Pick<Deps, 'config' | 'db' | 'now' | 'log'>;

interface MakeOptions {
  /** What the backup will be called; it appears there whole or not at all. */
  folder: string;
  /** Also the keys that sign sessions and webhooks: whoever has them can sign in as anybody. */
  withKeys?: boolean;
  /** The manifest of an earlier backup. Files that have not changed since are not read again. */
  earlier?: BackupManifest;
  freeBytes?: FreeBytes | undefined;
  tell?: TellProgress;
}

/** Copies database and images while both are in use. @throws ProblemError when there is too little room, before it begins */
export async function makeBackup(deps: BackupDeps, options: MakeOptions): Promise<BackupManifest> {
  await assertRoom(deps.db, options.folder, options.freeBytes);
  const draft = join(dirname(options.folder), `.making-${crypto.randomUUID()}`);
  try {
    const manifest = await fill(draft, deps, options);
    await writeManifest(draft, manifest);
    await writeSummary(draft, summarize(manifest));
    for (const name of [manifestName, 'media', 'keys', '']) await sync(join(draft, name));
    await rename(draft, options.folder);
    await sync(dirname(options.folder));
    return manifest;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function fill(
  draft: string,
  deps: BackupDeps,
  { withKeys, earlier, tell }: MakeOptions,
): Promise<BackupManifest> {
  const { config, db, now } = deps;
  // They hold password hashes and what visitors wrote.
  for (const folder of ['', 'media', 'keys']) await mkdir(join(draft, folder), { recursive: true, mode: 0o700 });

  // Before the copy: what is erased while it is made has to be erased again after a restore.
  const createdAt = now().toISOString();
  const queries = createContentQueries(db);
  const snapshot = readSnapshot(deps, queries, queries.latestRevision());
  const pages = hashPages(config, snapshot).catch((error: Error) => {
    deps.log.warn({ reason: error.message }, 'a backup was made without a picture of its pages');
    return null;
  });

  // Pictures before the rows and again after them: whether one comes or leaves the trash in between, none is one too few.
  const shareMedia = () => shareMissing(join(config.dataDir, 'media'), join(draft, 'media'));
  await shareMedia();
  const copy = join(draft, databaseName);
  await copyDatabase(db, copy, tell);
  await chmod(copy, 0o600);
  await sync(copy);
  await shareMedia();
  if (withKeys) await shareMissing(join(config.dataDir, 'keys'), join(draft, 'keys'));
  const paths = [databaseName];
  for (const folder of ['media', 'keys'])
    for (const name of await filesIn(join(draft, folder))) paths.push(`${folder}/${name}`);
  const listed = countUp(tell, { name: 'Listing the files', unit: 'items', total: paths.length });
  const factsByPath = new Map<string, FileFacts>();
  await forEachFile(paths, async (path) => {
    const file = join(draft, path);
    const { size, mtimeMs } = await stat(file);
    const known = earlier?.files[path];
    const isSame = known?.bytes === size && known.mtimeMs === mtimeMs;
    factsByPath.set(path, isSame ? known : { ...(await factsOf(file)), mtimeMs });
    listed(1);
  });
  return {
    format: 'threadline-backup',
    formatVersion: 2,
    madeBy: config.version,
    createdAt,
    revision: snapshot.revision,
    pages: await pages,
    siteUrl: config.siteUrl,
    files: Object.fromEntries(factsByPath),
  };
}

const pagesAtOnce = 100;

async function copyDatabase({ $client }: BackupDeps['db'], copy: string, tell: TellProgress | undefined) {
  const pageBytes = Number($client.pragma('page_size', { simple: true }));
  const step = { name: 'Copying the database', unit: 'bytes' as const };
  const { totalPages } = await $client.backup(copy, {
    progress({ totalPages, remainingPages }) {
      tell?.({ ...step, done: (totalPages - remainingPages) * pageBytes, total: totalPages * pageBytes });
      return pagesAtOnce;
    },
  });
  tell?.({ ...step, done: totalPages * pageBytes, total: totalPages * pageBytes });
}

async function shareMissing(source: string, target: string): Promise<void> {
  const present = new Set(await filesIn(target));
  const names = (await filesIn(source)).filter((name) => !present.has(name));
  // A file that is gone by now was deleted from the trash. If a row still names it, the verification reports it.
  await forEachFile(names, (name) => share(join(source, name), join(target, name)).catch(unlessMissing));
}

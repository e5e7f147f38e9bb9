import { createHash } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { linkOrCopy, renameDurably, syncPath } from '@threadline/files/durable-files';
import type { ReleaseFile, ReleaseManifest } from '@threadline/schema/wire/release';
import { hasHashedName, securityHeaders } from '@threadline/schema/wire/release-response';
import type { RenderedPage, RenderedSite } from '../render/renderer.ts';
import { compress, describeEncodings, type PrecompressedCopies, publishEffort } from './compress.ts';
import {
  createTemporaryName,
  encodingSuffix,
  getFileName,
  getNextActivationTime,
  listSuffixes,
  makeFolders,
  manifestName,
  publicName,
  type StaticFile,
  writeReleaseFile,
} from './release-files.ts';

/** A rendered file for a release. */
export interface PageFile {
  path: string;
  /** `encodings` is empty until the file is compressed. */
  entry: ReleaseFile;
  body: Uint8Array;
  /**
   * The pending compression; undefined if the file is shared with the previous release, or compression has not started.
   */
  copies?: Promise<PrecompressedCopies>;
}

export interface ReleasePlan {
  id: string;
  revision: number;
  pages: PageFile[];
  statics: StaticFile[];
}

/** An unchanged page is the same object in every round, so it is hashed once. */
const described = new WeakMap<RenderedPage, ReleaseFile>();

/** Returns the file name and hash of each rendered file. */
export function describePages(site: RenderedSite): PageFile[] {
  return [...site].map(([path, page]) => {
    const entry = described.get(page) ?? createEntry(path, page);
    described.set(page, entry);
    return { path, body: page.body, entry };
  });
}

function createEntry(path: string, { contentType, headers, body }: RenderedPage): ReleaseFile {
  return {
    file: getFileName(path),
    sha256: sha256(body),
    bytes: body.length,
    contentType,
    encodings: {},
    immutable: hasHashedName(path),
    headers,
  };
}

interface PlanInput {
  revision: number;
  pages: PageFile[];
  /** Files that belong to this content and code. */
  statics: StaticFile[];
  /** Hashed files of earlier code, kept for cached pages. They do not change the release id. */
  olderAssets: StaticFile[];
}

/** Plans the files of a release. The same content and code give the same id, on any machine and at any time. */
export function planRelease({ revision, pages, statics, olderAssets }: PlanInput): ReleasePlan {
  const id = `${String(revision).padStart(6, '0')}-${hashFiles([...pages, ...statics])}`;
  const body = Buffer.from(JSON.stringify({ id, revision }));
  const mark = { status: 200, contentType: 'application/json', headers: {}, body };
  const taken = new Set([...pages, ...statics].map(({ path }) => path));
  // Two earlier versions may share a file that this version no longer has.
  const older = new Map(olderAssets.map((file) => [file.path, file]));
  return {
    id,
    revision,
    pages: [...pages, ...describePages(new Map([['/release.json', mark]]))],
    statics: [...statics, ...[...older.values()].filter(({ path }) => !taken.has(path))],
  };
}

function hashFiles(files: { path: string; entry: ReleaseFile }[]): string {
  const lines = files.map(({ path, entry }) =>
    JSON.stringify([path, entry.sha256, entry.contentType, Object.entries(entry.headers).sort()]),
  );
  return sha256([JSON.stringify(securityHeaders), ...lines.sort()].join('\n')).slice(0, 8);
}

function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}

/** A complete release on disk whose unchanged files can be shared. */
export interface Previous {
  folder: string;
  manifest: ReleaseManifest;
}

/**
 * Writes a release beside the others. It has a temporary name until the last rename; afterwards it is complete and
 * survives a power failure. Unchanged files are shared with `previous`, so the cost depends on the size of the change.
 */
export async function writeRelease(
  releasesDir: string,
  plan: ReleasePlan,
  previous: Previous | undefined,
): Promise<ReleaseManifest> {
  const draft = join(releasesDir, createTemporaryName());
  try {
    const manifest = await fillDraft(draft, { plan, previous, mtimeS: await getNextActivationTime(releasesDir) });
    const folder = join(releasesDir, plan.id);
    const damaged = await renameDamaged(folder, releasesDir);
    await renameDurably(draft, folder);
    if (damaged) await rm(damaged, { recursive: true, force: true });
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => {});
    throw error;
  }
}

interface Filling {
  plan: ReleasePlan;
  previous: Previous | undefined;
  mtimeS: number;
}

async function fillDraft(draft: string, { plan, previous, mtimeS }: Filling): Promise<ReleaseManifest> {
  const publicDir = join(draft, publicName);
  const names = [...plan.pages, ...plan.statics].map(({ entry }) => join(publicName, entry.file));
  const folders = await makeFolders(draft, names);
  const [pages] = await Promise.all([
    Promise.all(plan.pages.map((page) => placePage(publicDir, { page, previous, mtimeS }))),
    Promise.all(plan.statics.map((file) => placeStatic(publicDir, file))),
  ]);
  const manifest: ReleaseManifest = {
    id: plan.id,
    revision: plan.revision,
    createdAt: new Date().toISOString(),
    headers: { ...securityHeaders },
    files: Object.fromEntries([
      ...pages,
      ...plan.statics.map(({ path, entry }): [string, ReleaseFile] => [path, entry]),
    ]),
  };
  await writeReleaseFile(join(draft, manifestName), JSON.stringify(manifest), mtimeS);
  await Promise.all(folders.map(syncPath));
  return manifest;
}

interface Placing {
  page: PageFile;
  previous: Previous | undefined;
  mtimeS: number;
}

async function placePage(publicDir: string, { page, previous, mtimeS }: Placing): Promise<[string, ReleaseFile]> {
  const { path, entry, body } = page;
  const target = join(publicDir, entry.file);
  const same = findSharedEntry(page, previous);
  if (previous && same) {
    await linkWithCopies(join(previous.folder, publicName, same.file), target, same);
    return [path, { ...entry, encodings: same.encodings }];
  }
  const copies = await (page.copies ?? compress(body, entry.contentType, publishEffort));
  await Promise.all([
    writeReleaseFile(target, body, mtimeS),
    copies.br && writeReleaseFile(target + encodingSuffix.br, copies.br, mtimeS),
    copies.gzip && writeReleaseFile(target + encodingSuffix.gzip, copies.gzip, mtimeS),
  ]);
  return [path, { ...entry, encodings: describeEncodings(copies) }];
}

/**
 * Starts to compress the pages that `previous` does not have, in other threads. The checks of the pages take about as
 * long.
 */
export function startCompressing(pages: readonly PageFile[], previous: Previous | undefined): void {
  for (const page of pages.filter((each) => !findSharedEntry(each, previous))) {
    page.copies = compress(page.body, page.entry.contentType, publishEffort);
    // An error is reported when the page is written; after a failed check it is not written.
    page.copies.catch(() => {});
  }
}

function findSharedEntry({ path, entry }: PageFile, previous: Previous | undefined): ReleaseFile | undefined {
  const same = previous?.manifest.files[path];
  return same?.sha256 === entry.sha256 && same.contentType === entry.contentType ? same : undefined;
}

async function placeStatic(publicDir: string, { source, entry }: StaticFile): Promise<void> {
  await linkWithCopies(source, join(publicDir, entry.file), entry);
}

async function linkWithCopies(source: string, target: string, entry: ReleaseFile): Promise<void> {
  await Promise.all(listSuffixes(entry).map((suffix) => linkOrCopy(source + suffix, target + suffix)));
}

/** Renames an existing release with this id that is damaged, to make room for the new one. */
async function renameDamaged(folder: string, releasesDir: string): Promise<string | undefined> {
  const damaged = join(releasesDir, createTemporaryName());
  try {
    await rename(folder, damaged);
    return damaged;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

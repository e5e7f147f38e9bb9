import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { linkOrCopy, renameDurably, syncPath } from '@threadline/files/durable-files';
import type { ReleaseFile, ReleaseManifest } from '@threadline/schema/release';
import { compress, describeEncodings, publishEffort } from './compress.ts';
import { nextStamp } from './current.ts';
import { draftName, makeFolders, writeReleaseFile } from './durable-files.ts';
import { manifestName, publicName } from './inspect.ts';
import type { PageFile, ReleasePlan } from './plan.ts';
import { type StaticFile, suffixesOf, twinSuffix } from './static-file.ts';

/** A whole release on disk whose unchanged files may be shared. */
export interface Previous {
  folder: string;
  manifest: ReleaseManifest;
}

/**
 * Writes a release beside the others. Until the last rename it has a draft's name; after it, it is complete and survives
 * a power cut. Files that `previous` has already are shared with it, so the cost follows the size of the change.
 */
export async function writeRelease(
  releasesDir: string,
  plan: ReleasePlan,
  previous: Previous | undefined,
): Promise<ReleaseManifest> {
  const draft = join(releasesDir, draftName());
  try {
    const manifest = await fillDraft(draft, { plan, previous, stamp: await nextStamp(releasesDir) });
    const folder = join(releasesDir, plan.id);
    const aside = await moveAside(folder, releasesDir);
    await renameDurably(draft, folder);
    if (aside) await rm(aside, { recursive: true, force: true });
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => {});
    throw error;
  }
}

interface Filling {
  plan: ReleasePlan;
  previous: Previous | undefined;
  stamp: number;
}

async function fillDraft(draft: string, { plan, previous, stamp }: Filling): Promise<ReleaseManifest> {
  const publicDir = join(draft, publicName);
  const names = [...plan.pages, ...plan.statics].map(({ entry }) => join(publicName, entry.file));
  const folders = await makeFolders(draft, names);
  const [pages] = await Promise.all([
    Promise.all(plan.pages.map((page) => placePage(publicDir, { page, previous, stamp }))),
    Promise.all(plan.statics.map((file) => placeStatic(publicDir, file))),
  ]);
  const manifest: ReleaseManifest = {
    id: plan.id,
    revision: plan.revision,
    createdAt: new Date().toISOString(),
    files: Object.fromEntries([
      ...pages,
      ...plan.statics.map(({ path, entry }): [string, ReleaseFile] => [path, entry]),
    ]),
  };
  await writeReleaseFile(join(draft, manifestName), JSON.stringify(manifest), stamp);
  await Promise.all(folders.map(syncPath));
  return manifest;
}

interface Placing {
  page: PageFile;
  previous: Previous | undefined;
  stamp: number;
}

async function placePage(publicDir: string, { page, previous, stamp }: Placing): Promise<[string, ReleaseFile]> {
  const { path, entry, body } = page;
  const target = join(publicDir, entry.file);
  const same = sharedEntry(page, previous);
  if (previous && same) {
    await linkWithTwins(join(previous.folder, publicName, same.file), target, same);
    return [path, { ...entry, encodings: same.encodings }];
  }
  const twins = await (page.twins ?? compress(body, entry.contentType, publishEffort));
  await Promise.all([
    writeReleaseFile(target, body, stamp),
    twins.br && writeReleaseFile(target + twinSuffix.br, twins.br, stamp),
    twins.gzip && writeReleaseFile(target + twinSuffix.gzip, twins.gzip, stamp),
  ]);
  return [path, { ...entry, encodings: describeEncodings(twins) }];
}

/** Compresses what `previous` does not have, in other threads; the checks of the pages take about as long. */
export function startCompressing(pages: readonly PageFile[], previous: Previous | undefined): void {
  for (const page of pages.filter((each) => !sharedEntry(each, previous))) {
    page.twins = compress(page.body, page.entry.contentType, publishEffort);
    // The write of the page reports an error; after a failed check there may be no such write.
    page.twins.catch(() => {});
  }
}

function sharedEntry({ path, entry }: PageFile, previous: Previous | undefined): ReleaseFile | undefined {
  const same = previous?.manifest.files[path];
  return same?.sha256 === entry.sha256 && same.contentType === entry.contentType ? same : undefined;
}

async function placeStatic(publicDir: string, { source, entry }: StaticFile): Promise<void> {
  await linkWithTwins(source, join(publicDir, entry.file), entry);
}

async function linkWithTwins(source: string, target: string, entry: ReleaseFile): Promise<void> {
  await Promise.all(suffixesOf(entry).map((suffix) => linkOrCopy(source + suffix, target + suffix)));
}

/** A release of this id that is not whole (its files were changed) makes room for the new one. */
async function moveAside(folder: string, releasesDir: string): Promise<string | undefined> {
  const aside = join(releasesDir, draftName());
  try {
    await rename(folder, aside);
    return aside;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, readlink, rename, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { holdLock } from '@threadline/config/process-lock';
import { readReleaseManifest } from '@threadline/config/release-files';
import { renameDurably, replaceFile, writeNewFile } from '@threadline/files/durable-files';
import {
  type LivePointer,
  livePointerSchema,
  type ReleaseManifest,
  releaseIdSchema,
  releaseManifestSchema,
} from '@threadline/schema/wire/release';
import { draftPrefix, listStored, repairFolder, tryLink, writeReleaseFolder } from './folder-files.ts';
import { assertNewer, createPointer, readJson } from './pointer.ts';
import { keepFilesMs, type PublishTarget, TargetError } from './publish-target.ts';

/** Nothing younger is deleted, because it may be in progress. */
const draftMs = 60 * 60_000;

/**
 * Delivers releases to a folder that a web server serves: `releases/<id>/public/`, the link `current` to the visible one,
 * and `live.json`. A release gets its name when it is complete, and becomes visible by one rename. Unchanged files are
 * hard links within the folder, never to the release of this machine, so that damage does not spread.
 */
export function createFolderTarget(path: string, { keepMs = keepFilesMs } = {}): PublishTarget {
  const releases = join(path, 'releases');
  const linkName = join(path, 'current');
  const pointerFile = join(path, 'live.json');
  const publicDir = (id: string) => join(releases, id, 'public');
  const readManifest = (id: string) => readReleaseManifest(join(releases, id), releaseManifestSchema);

  async function readPointer(): Promise<LivePointer | undefined> {
    const body = await readFile(pointerFile).catch(ignoreMissing);
    return body && readJson(livePointerSchema, body, pointerFile);
  }

  async function readShown(): Promise<string | undefined> {
    const target = await readlink(linkName).catch(ignoreMissing);
    return target?.split('/').at(-2);
  }

  /** Returns the manifests of the releases that were visible last, newest first. */
  async function listRecent(): Promise<ReleaseManifest[]> {
    const ids = ((await readPointer())?.recent ?? []).map(({ id }) => id);
    return (await Promise.all(ids.map(readManifest))).flatMap((manifest) => manifest ?? []);
  }

  /** Returns the files of recent releases by their SHA-256. */
  async function listExisting(): Promise<Map<string, string>> {
    const recent = (await listRecent()).reverse();
    return new Map(
      recent.flatMap((manifest) =>
        listStored(manifest).map(({ file, sha256 }): [string, string] => [sha256, join(publicDir(manifest.id), file)]),
      ),
    );
  }
  /** Adds the hashed files of earlier releases, which open tabs still request. */
  async function addEarlierFiles(folder: string): Promise<void> {
    for (const { id, files } of await listRecent())
      for (const entry of Object.values(files).filter(({ immutable }) => immutable))
        for (const { file } of listStored({ files: { [entry.file]: entry } })) {
          await mkdir(dirname(join(folder, file)), { recursive: true });
          await tryLink(join(publicDir(id), file), join(folder, file));
        }
  }

  const target: PublishTarget = {
    sendsHeaders: false,
    readShown,

    async upload(release, _order, signal) {
      const { id } = release.manifest;
      await mkdir(releases, { recursive: true });
      const draft = join(releases, `${draftPrefix}${randomUUID()}`);
      let stats = { sent: 0, skipped: 0, bytes: 0 };
      if (await readManifest(id)) stats.sent = await repairFolder(releases, release, signal);
      else {
        try {
          stats = await writeReleaseFolder(draft, { release, existing: await listExisting() }, signal);
          await rm(join(releases, id), { recursive: true, force: true });
          await renameDurably(draft, join(releases, id));
        } finally {
          await rm(draft, { recursive: true, force: true });
        }
      }
      await addEarlierFiles(publicDir(id));
      return stats;
    },

    async activate({ manifest }, order) {
      const unlock = lock(path);
      try {
        const before = await readPointer();
        assertNewer(order, before);
        const pointer = createPointer(manifest, { order, before, keepMs });
        await replaceFile(pointerFile, JSON.stringify(pointer));
        const draft = join(path, `${draftPrefix}${randomUUID()}`);
        await symlink(join('releases', manifest.id, 'public'), draft);
        await renameDurably(draft, linkName);
      } finally {
        unlock();
      }
    },

    repair: async (release, signal) =>
      (await readShown()) === release.manifest.id ? repairFolder(releases, release, signal) : 0,

    async prune() {
      const needed = new Set([await readShown(), ...((await readPointer())?.recent ?? []).map(({ id }) => id)]);
      const isOld = async (file: string) => (await stat(file)).mtimeMs < Date.now() - Math.min(draftMs, keepMs);
      let count = 0;
      for (const folder of [path, releases])
        for (const name of await readdir(folder)) {
          const isDraft = name.startsWith(draftPrefix);
          const isRelease = folder === releases && releaseIdSchema.safeParse(name).success && !needed.has(name);
          if (!(isDraft || isRelease) || !(await isOld(join(folder, name)).catch(() => isDraft))) continue;
          // Renamed first, so that a partly deleted release never has the name of a release.
          const draft = join(folder, `${draftPrefix}${randomUUID()}`);
          await rename(join(folder, name), draft);
          await rm(draft, { recursive: true, force: true });
          count += 1;
        }
      return count;
    },

    async test() {
      const file = join(path, `${draftPrefix}${randomUUID()}`);
      await writeNewFile(file, file);
      try {
        if ((await readFile(file, 'utf8')) !== file) throw new Error(`${path} does not return what was written.`);
      } finally {
        await rm(file, { force: true });
      }
      lock(path)();
      return `The folder ${path} can be written, and returns what was written.`;
    },
  };
  return explainErrors(path, target);
}

/** Only one process at a time decides which release is newer. @throws TargetError if another one does */
function lock(path: string): () => void {
  try {
    return holdLock(path, 'activation');
  } catch {
    throw new TargetError(`Another publisher is writing to the folder ${path}.`);
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'EINVAL') throw error;
}

const sentences: Record<string, string> = {
  EACCES: 'may not be written by this program',
  EPERM: 'may not be written by this program',
  EROFS: 'may not be written by this program',
  ENOSPC: 'is on a full disk',
  EDQUOT: 'is on a full disk',
};

/** Replaces errors of the file system by sentences, and refuses a missing folder: its disk may not be mounted. */
function explainErrors(path: string, target: PublishTarget): PublishTarget {
  const explain = async (error: NodeJS.ErrnoException): Promise<never> => {
    if (error.code === undefined) throw error;
    if (!(await stat(path).catch(() => undefined)))
      throw new TargetError(`The folder ${path} does not exist. Create it, or mount its disk.`);
    throw new TargetError(`The folder ${path} ${sentences[error.code] ?? `cannot be used (${error.code})`}.`);
  };
  const call =
    <Args extends unknown[], Result>(method: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      try {
        // Creating it would fill the disk below a mount point.
        await readdir(path);
        return await method(...args);
      } catch (error) {
        return explain(error as NodeJS.ErrnoException);
      }
    };
  return {
    sendsHeaders: target.sendsHeaders,
    readShown: call(target.readShown),
    upload: call(target.upload),
    activate: call(target.activate),
    repair: call(target.repair),
    prune: call(target.prune),
    test: call(target.test),
  };
}

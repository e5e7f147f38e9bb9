import { createHash } from 'node:crypto';
import type { ReleaseFile } from '@threadline/schema/wire/release';
import type { RenderedPage, RenderedSite } from '../render/renderer.ts';
import type { PrecompressedCopies } from './compress.ts';
import { getFileName, type StaticFile } from './release-files.ts';

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

/** `name.<eight hex digits>.ext`: a change of the bytes changes the name. */
const hashedName = /\.[0-9a-f]{8}\.[a-z0-9]+$/;

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
    immutable: hashedName.test(path),
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
  return sha256(lines.sort().join('\n')).slice(0, 8);
}

function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}

import { createHash } from 'node:crypto';
import type { ReleaseFile } from '@threadline/schema/release';
import type { RenderedPage, RenderedSite } from '../render/rendered-site.ts';
import type { Twins } from './compress.ts';
import { fileNameOf } from './file-name.ts';
import type { StaticFile } from './static-file.ts';

/** A rendered file on its way into a release. */
export interface PageFile {
  path: string;
  /** Its `encodings` are empty until it is compressed. */
  entry: ReleaseFile;
  body: Uint8Array;
  /** Being compressed already; undefined if it is shared with the release before, or compression has not started. */
  twins?: Promise<Twins>;
}

export interface ReleasePlan {
  id: string;
  revision: number;
  pages: PageFile[];
  statics: StaticFile[];
}

/** `name.<eight hex digits>.ext`: other bytes would have another name. */
const hashedName = /\.[0-9a-f]{8}\.[a-z0-9]+$/;

/** A page that did not change is the same object in every round: hashed once. */
const described = new WeakMap<RenderedPage, ReleaseFile>();

/** Names and hashes the rendered files. */
export function describePages(site: RenderedSite): PageFile[] {
  return [...site].map(([path, page]) => {
    const entry = described.get(page) ?? entryOf(path, page);
    described.set(page, entry);
    return { path, body: page.body, entry };
  });
}

function entryOf(path: string, { contentType, headers, body }: RenderedPage): ReleaseFile {
  return {
    file: fileNameOf(path),
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
  /** Hashed files of earlier code, kept for cached pages; they do not change what this release is. */
  olderAssets: StaticFile[];
}

/** Decides what is in a release. The same content and code give the same id, on any machine and at any time. */
export function planRelease({ revision, pages, statics, olderAssets }: PlanInput): ReleasePlan {
  const id = `${String(revision).padStart(6, '0')}-${hashOf([...pages, ...statics])}`;
  const body = Buffer.from(JSON.stringify({ id, revision }));
  const mark = { status: 200, contentType: 'application/json', headers: {}, body };
  const taken = new Set([...pages, ...statics].map(({ path }) => path));
  // Two earlier versions may share a file that this one no longer has.
  const older = new Map(olderAssets.map((file) => [file.path, file]));
  return {
    id,
    revision,
    pages: [...pages, ...describePages(new Map([['/release.json', mark]]))],
    statics: [...statics, ...[...older.values()].filter(({ path }) => !taken.has(path))],
  };
}

function hashOf(files: { path: string; entry: ReleaseFile }[]): string {
  const lines = files.map(({ path, entry }) =>
    JSON.stringify([path, entry.sha256, entry.contentType, Object.entries(entry.headers).sort()]),
  );
  return sha256(lines.sort().join('\n')).slice(0, 8);
}

function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}

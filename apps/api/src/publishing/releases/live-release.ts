import { readdir, readlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  type ReleaseBodies,
  readReleaseFile,
  readReleaseManifest,
  UnreadableReleaseError,
} from '@threadline/config/release-files';
import { referencePattern } from '@threadline/schema/wire/enquiry-form';
import { chooseEncoding, chooseRange, createRangeHeaders, matchesEtag } from '@threadline/schema/wire/negotiation';
import {
  fallbackOrder,
  type ReleaseFile,
  type ReleaseManifest,
  releaseIdSchema,
  releaseManifestSchema,
} from '@threadline/schema/wire/release';
import {
  apiHeaders,
  createFileHeaders,
  createRedirect,
  securityHeaders,
} from '@threadline/schema/wire/release-response';
import type { Context, MiddlewareHandler } from 'hono';
import { html } from 'hono/html';
import { renderMessagePage } from '../../platform/http/message-page.ts';
import { type ContactChannels, contactLinks } from './contact-channels.ts';

/** A file of the live release, in every encoding it was written in. `headers` includes those of the manifest. */
export type ServedFile = ReleaseFile & ReleaseBodies;

interface LoadedRelease {
  manifest: ReleaseManifest;
  files: Map<string, ServedFile>;
}

/** A release that must not be served. `message` names its id and the first file that is wrong. */
export class DamagedReleaseError extends Error {
  constructor(id: string, reason: string) {
    super(`Release ${id} is damaged: ${reason}.`);
    this.name = 'DamagedReleaseError';
  }
}

/**
 * The release that visitors get, wholly in memory: activation is one assignment, so no response mixes two releases. Every
 * byte in memory was compared with the hash in its manifest.
 *
 * @param releasesDir `DATA_DIR/releases`
 * @param options.withMedia also loads the images, where the media store cannot answer for them
 */
export function createLiveRelease(releasesDir: string, { withMedia = false } = {}) {
  let live: LoadedRelease | undefined;

  async function read(id: string): Promise<LoadedRelease> {
    const folder = join(releasesDir, id);
    const manifest = await readReleaseManifest(folder, releaseManifestSchema);
    if (!manifest) throw new DamagedReleaseError(id, 'manifest.json is missing or damaged');
    const loaded = new Map([...(live?.files.values() ?? [])].map((file) => [file.sha256, file]));
    const files = new Map<string, ServedFile>();
    for (const [path, entry] of Object.entries(manifest.files)) {
      if (!withMedia && path.startsWith('/media/')) continue;
      const bodies = loaded.get(entry.sha256) ?? (await readReleaseFile(join(folder, 'public', entry.file), entry));
      if (!bodies) throw new DamagedReleaseError(id, `${entry.file} is missing or has other bytes`);
      files.set(path, { ...bodies, ...entry, headers: { ...manifest.headers, ...entry.headers } });
    }
    return { manifest, files };
  }

  return {
    /** @throws DamagedReleaseError or UnreadableReleaseError; what was live stays live */
    async load(id: string): Promise<void> {
      if (live?.manifest.id !== id) live = await read(id);
    },

    /**
     * Loads the release that the publisher activated last or, if that is damaged or cannot be read, the newest intact one.
     *
     * @param expected the id to look for when the link to the current release is lost
     * @returns why releases were passed over, one sentence each; `manifest()` is undefined when none is intact
     */
    async loadCurrent(expected: string | null = null): Promise<string[]> {
      const { ids, problems } = await listReleases(releasesDir);
      const current = await readlink(join(releasesDir, 'current')).then(basename, () => expected ?? undefined);
      if (current !== undefined && !ids.includes(current)) problems.push(`Release ${current} is missing.`);
      for (const id of fallbackOrder(ids, current)) {
        try {
          live = await read(id);
          break;
        } catch (error) {
          problems.push(describeProblem(error));
        }
      }
      return problems;
    },

    manifest: () => live?.manifest,
    file: (path: string) => live?.files.get(path),
  };
}

export type LiveRelease = ReturnType<typeof createLiveRelease>;

async function listReleases(releasesDir: string): Promise<{ ids: string[]; problems: string[] }> {
  try {
    const names = await readdir(releasesDir);
    return { ids: names.filter((name) => releaseIdSchema.safeParse(name).success), problems: [] };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { ids: [], problems: code === 'ENOENT' ? [] : [`The folder ${releasesDir} cannot be read (${code}).`] };
  }
}

/** @throws the error itself unless it is about the release */
function describeProblem(error: unknown): string {
  if (error instanceof DamagedReleaseError) return error.message;
  if (error instanceof UnreadableReleaseError) return `${error.message}.`;
  throw error;
}

const thanksPath = '/thanks/';

const encodings = ['br', 'gzip'] as const;
type Encoding = (typeof encodings)[number] | undefined;

/** Serves the live release to visitors in embedded mode. The API's own pages are mounted before it. */
export function serveRelease(liveRelease: LiveRelease, contact: () => ContactChannels): MiddlewareHandler {
  return async (context) => {
    const { method, path } = context.req;
    if (method !== 'GET' && method !== 'HEAD') return context.body(null, 405, { ...apiHeaders, allow: 'GET, HEAD' });
    const file = liveRelease.file(path);
    const thanks = path === thanksPath && file && fillInReference(context.req.query('reference'), file);
    if (thanks) return replyUncached(context, file, thanks);
    if (file) return reply(context, file, 200);
    if (!liveRelease.manifest()) return unavailable(context, contact());
    if (liveRelease.file(`${path}/`)) return addSlash(context);
    const notFound = liveRelease.file('/404/');
    return notFound ? reply(context, notFound, 404) : context.text('Not found', 404, apiHeaders);
  };
}

function reply(context: Context, file: ServedFile, status: 200 | 404): Response {
  const redirect = createRedirect(file, new URL(context.req.url).search);
  if (redirect) return context.body(null, redirect.status, redirect.headers);
  const encoding = chooseEncoding(
    context.req.header('accept-encoding'),
    encodings.filter((name) => file[name]),
  );
  const headers = getHeaders(file, encoding);
  if (status === 200 && matchesEtag(context.req.header('if-none-match'), headers.etag))
    return context.body(null, 304, headers);
  if (file.contentType.startsWith('video/')) return replyWithPart(context, file, headers);
  return context.body((encoding && file[encoding]) ?? file.body, status, headers);
}

/** Videos are in memory only while the media store cannot answer for them. */
function replyWithPart(context: Context, { body }: ServedFile, headers: FileHeaders): Response {
  const asked = { range: context.req.header('range'), ifRange: context.req.header('if-range') };
  const range = chooseRange(asked, { etag: headers.etag, bytes: body.length });
  if (range === undefined) return context.body(body, 200, headers);
  const described = { ...headers, ...createRangeHeaders(range, body.length) };
  return range
    ? context.body(body.subarray(range.first, range.last + 1), 206, described)
    : context.body(null, 416, described);
}

/** A page for one visitor. */
function replyUncached(context: Context, file: ServedFile, page: string): Response {
  const headers = { ...file.headers, 'content-type': file.contentType, 'cache-control': 'no-store' };
  return context.body(page, 200, headers);
}

// Headers depend on file and encoding only. Building them for each request would cost more than the reply.
const headersByFile = new WeakMap<ServedFile, Map<Encoding, FileHeaders>>();
type FileHeaders = ReturnType<typeof createFileHeaders>;

function getHeaders(file: ServedFile, encoding: Encoding): FileHeaders {
  const known = headersByFile.get(file) ?? new Map<Encoding, FileHeaders>();
  headersByFile.set(file, known);
  const cached = known.get(encoding);
  if (cached) return cached;
  const headers = createFileHeaders(file, encoding);
  known.set(encoding, headers);
  return headers;
}

function addSlash(context: Context): Response {
  const { search } = new URL(context.req.url);
  return context.body(null, 308, { ...apiHeaders, location: `${context.req.path}/${search}` });
}

/**
 * Returns the thank-you page with the reference of an enquiry, for browsers without JavaScript; undefined without a valid
 * reference. The page is a static file, so other servers show it without the reference.
 */
function fillInReference(reference: string | undefined, { body }: ServedFile): string | undefined {
  if (reference === undefined || !referencePattern.test(reference)) return undefined;
  const page = new TextDecoder().decode(body);
  return page.replace(
    /<p id="reference" hidden>([^<]*)<\/p>/,
    (_, text: string) => `<p id="reference">${text.replace('{reference}', reference)}</p>`,
  );
}

/** Before the first release, and while no release is intact. */
function unavailable(context: Context, contact: ContactChannels): Response | Promise<Response> {
  for (const [name, value] of Object.entries({ ...securityHeaders, 'cache-control': 'no-store', 'retry-after': '5' }))
    context.header(name, value);
  const links = contactLinks(contact);
  const sentence = `This page is being prepared. Please reload it in a minute${links ? ', or reach us directly:' : '.'}`;
  return renderMessagePage(context, {
    title: 'We will be back in a moment',
    sentence,
    status: 503,
    body: html`${links ?? ''}`,
  });
}

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createHostFiles } from '@threadline/schema/wire/host-files';
import { z } from 'zod';
import { assertNewer } from './pointer.ts';
import { type PublishTarget, type StoredRelease, TargetError } from './publish-target.ts';
import { runParallel } from './run-parallel.ts';

const deploySchema = z.object({
  id: z.string(),
  state: z.string().optional(),
  title: z.string().nullish(),
  required: z.array(z.string()).optional(),
  error_message: z.string().nullish(),
});
const siteSchema = z.object({
  id: z.string(),
  name: z.string().optional(),
  published_deploy: deploySchema.nullish(),
});

export const defaultNetlify = {
  apiUrl: 'https://api.netlify.com',
  /** Netlify allows three deploys a minute. */
  minIntervalMs: 20_000,
  pollMs: 1000,
};

const maxProcessingMs = 5 * 60_000;
const replyTimeoutMs = 30_000;
const minBytesPerMs = 32;

/**
 * Delivers releases to a site of Netlify: a draft with the digests of all files, then the files that Netlify lacks; it
 * becomes visible as a whole when the draft is published. The title of a deploy names the release and its order. The
 * protocol follows Netlify's OpenAPI description; it has not been tried with Netlify itself.
 */
export function createNetlifyTarget(
  { siteId, token }: { siteId: string; token: string },
  { apiUrl, minIntervalMs, pollMs } = defaultNetlify,
): PublishTarget {
  const sitePath = `/sites/${encodeURIComponent(siteId)}`;
  /** Release id → deploy that is complete, but perhaps not published. */
  const prepared = new Map<string, string>();

  async function call(method: string, path: string, { body, contentType, signal }: Call): Promise<string> {
    const limit = AbortSignal.timeout(replyTimeoutMs + Math.round((body?.length ?? 0) / minBytesPerMs));
    const headers = { authorization: `Bearer ${token}`, ...(contentType && { 'content-type': contentType }) };
    try {
      const init = { method, headers, ...(body !== undefined && { body }), signal: AbortSignal.any([signal, limit]) };
      const reply = await fetch(`${apiUrl}/api/v1${path}`, init);
      if (!reply.ok) throw await describeRefusal(reply, siteId);
      return await reply.text();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof TargetError) throw error;
      const { cause, message } = error as Error & { cause?: NodeJS.ErrnoException };
      throw new TargetError(`Netlify cannot be reached (${limit.aborted ? 'no answer' : (cause?.code ?? message)}).`);
    }
  }

  async function read<Answer>(schema: z.ZodType<Answer>, ...request: Parameters<typeof call>): Promise<Answer> {
    const answer = await call(...request);
    try {
      return schema.parse(JSON.parse(answer));
    } catch {
      throw new TargetError('Netlify sent an unexpected answer. A proxy may have replaced it.');
    }
  }

  async function readPublished(signal: AbortSignal): Promise<{ id: string; order: number } | undefined> {
    const { published_deploy: deploy } = await read(siteSchema, 'GET', sitePath, { signal });
    const [, id, order] = /^Release (\S+), order (\d+)$/.exec(deploy?.title ?? '') ?? [];
    return id === undefined ? undefined : { id, order: Number(order) };
  }

  async function untilReady(deployId: string, signal: AbortSignal): Promise<void> {
    const deadline = Date.now() + maxProcessingMs;
    while (Date.now() < deadline) {
      const path = `/deploys/${encodeURIComponent(deployId)}`;
      const { state, error_message: message } = await read(deploySchema, 'GET', path, { signal });
      if (state === 'ready') return;
      if (state === 'error') throw new TargetError(`Netlify refuses the release: ${(message ?? state).slice(0, 200)}.`);
      await sleep(pollMs, undefined, { signal });
    }
    throw new TargetError('Netlify has not processed the release within 5 minutes.');
  }

  return {
    sendsHeaders: true,
    minIntervalMs,

    async readShown(signal) {
      return (await readPublished(signal))?.id;
    },

    async upload(release, order, signal) {
      const files = await listFiles(release);
      const digests = Object.fromEntries(files.map(({ path, sha1 }) => [path, sha1]));
      const query = new URLSearchParams({ title: `Release ${release.manifest.id}, order ${order}` });
      const body = JSON.stringify({ files: digests, draft: true });
      const draft = { body, contentType: 'application/json', signal };
      const { id, required = [] } = await read(deploySchema, 'POST', `${sitePath}/deploys?${query}`, draft);
      const wanted = new Set(required);
      // One path for each content is enough.
      const missing = new Map(files.filter(({ sha1 }) => wanted.has(sha1)).map((file) => [file.sha1, file]));
      const send = async ({ path, body }: NetlifyFile, stop: AbortSignal) => {
        const encoded = path.split('/').map(encodeURIComponent).join('/');
        const options = { body, contentType: 'application/octet-stream', signal: stop };
        await call('PUT', `/deploys/${encodeURIComponent(id)}/files${encoded}`, options);
      };
      await runParallel(missing.values(), send, signal);
      await untilReady(id, signal);
      prepared.clear();
      prepared.set(release.manifest.id, id);
      const bytes = [...missing.values()].reduce((sum, file) => sum + file.body.length, 0);
      return { sent: missing.size, skipped: files.length - missing.size, bytes };
    },

    async activate({ manifest }, order, signal) {
      const deployId = prepared.get(manifest.id);
      if (deployId === undefined) throw new Error(`The release ${manifest.id} was not uploaded to Netlify.`);
      assertNewer(order, await readPublished(signal));
      await call('POST', `${sitePath}/deploys/${encodeURIComponent(deployId)}/restore`, { signal });
    },

    // A deploy cannot be changed, and Netlify deletes old ones itself.
    repair: async () => 0,
    prune: async () => 0,

    async test(signal) {
      const { name } = await read(siteSchema, 'GET', sitePath, { signal });
      return `Netlify accepts the token for the site ${name ?? siteId}. Nothing was written, because deploys are limited.`;
    },
  };
}

interface Call {
  body?: string | Uint8Array<ArrayBuffer>;
  contentType?: string;
  signal: AbortSignal;
}

interface NetlifyFile {
  /** With a slash at the beginning. */
  path: string;
  sha1: string;
  body: Uint8Array<ArrayBuffer>;
}

/** Lists the files of a release, with `_headers` and `_redirects`. Netlify compresses by itself. */
async function listFiles({ manifest, publicDir }: StoredRelease): Promise<NetlifyFile[]> {
  const { headers, redirects } = createHostFiles(manifest, { host: 'netlify' });
  const names = Object.values(manifest.files).map(({ file }) => file);
  const stored = await Promise.all(names.map(async (file) => ({ file, body: await readFile(join(publicDir, file)) })));
  const generated = [
    { file: '_headers', body: Buffer.from(headers) },
    { file: '_redirects', body: Buffer.from(redirects) },
  ];
  return [...stored, ...generated].map(({ file, body }) => ({
    path: `/${file}`,
    sha1: createHash('sha1').update(body).digest('hex'),
    body,
  }));
}

/** Returns what a refusal means, without the body: it may repeat the request. */
async function describeRefusal(reply: Response, siteId: string): Promise<TargetError> {
  await reply.body?.cancel();
  const { status, headers } = reply;
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  if (status === 401 || status === 403)
    return new TargetError(`Netlify refuses the token (${status}).`, { isLasting: true });
  if (status === 404) return new TargetError(`Netlify has no site ${siteId}.`, { isLasting: true });
  if (status !== 429) return new TargetError(`Netlify answered with ${status}.`);
  const retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : 60_000;
  return new TargetError('Netlify allows no more deploys for now (429).', { retryAfterMs });
}

import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PublishReport } from '@threadline/schema/publishing';
import { type ReleaseManifest, releaseMarkSchema } from '@threadline/schema/release';
import type { Logger } from 'pino';
import { sentenceOf } from './publish-failure.ts';

const firstPauseMs = 50;
const longestPauseMs = 15_000;
const replyTimeoutMs = 10_000;

interface VerifierOptions {
  /** Where visitors see the site, without a slash at its end. */
  publicUrl: string;
  report: (report: PublishReport) => Promise<void>;
  /** How long to go on looking: long enough for a cache in between. */
  patienceMs: number;
  log: Logger;
}

/**
 * Says "live" only after the public address showed the release. It looks beside the publishing, so that a slow cache
 * never holds up the next edit; a newer release ends the look for an older one.
 */
export function createVerifier({ publicUrl, report, patienceMs, log }: VerifierOptions) {
  let looking = new AbortController();

  async function look(manifest: ReleaseManifest, signal: AbortSignal): Promise<void> {
    const { id, revision } = manifest;
    const lastLookAt = Date.now() + patienceMs;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      let reason: string;
      try {
        await assertShown(publicUrl, manifest, signal);
        await report({ state: 'live', revision, releaseId: id, verifiedAt: new Date().toISOString() });
        log.info({ release: id }, 'live');
        return;
      } catch (error) {
        if (signal.aborted) return;
        reason = sentenceOf(error);
      }
      if (Date.now() > lastLookAt) {
        log.error({ release: id, publicUrl, reason }, 'the public address does not show the release');
        await report({ state: 'unverified', revision, releaseId: id, detail: `${reason}.` });
        return;
      }
      await sleep(pauseMs, undefined, { signal });
    }
  }

  return {
    expect(manifest: ReleaseManifest): void {
      looking.abort();
      looking = new AbortController();
      const { signal } = looking;
      look(manifest, signal).catch((error) => {
        if (!signal.aborted) log.error({ err: error }, 'the look at the public address broke');
      });
    },
    stop: () => looking.abort(),
  };
}

/** @throws Error saying what the public address shows instead */
async function assertShown(publicUrl: string, manifest: ReleaseManifest, signal: AbortSignal): Promise<void> {
  const mark = releaseMarkSchema.safeParse(await (await get(`${publicUrl}/release.json`, signal)).json());
  if (mark.data?.id !== manifest.id) throw new Error(`${publicUrl}/release.json shows another release`);
  const page = await (await get(`${publicUrl}/`, signal)).bytes();
  const sha256 = createHash('sha256').update(page).digest('hex');
  if (sha256 !== manifest.files['/']?.sha256) throw new Error(`${publicUrl}/ shows other bytes than the release`);
}

async function get(url: string, signal: AbortSignal): Promise<Response> {
  const response = await fetch(url, {
    headers: { 'cache-control': 'no-cache', 'accept-encoding': 'identity' },
    signal: AbortSignal.any([signal, AbortSignal.timeout(replyTimeoutMs)]),
  });
  if (response.ok) return response;
  await response.body?.cancel();
  throw new Error(`${url} answered ${response.status}`);
}

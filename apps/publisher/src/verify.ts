import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PublishReport } from '@threadline/schema/wire/publishing';
import { type ReleaseManifest, releaseMarkSchema } from '@threadline/schema/wire/release';
import type { Logger } from 'pino';
import { describeError } from './publish-failure.ts';

const firstPauseMs = 50;
const maxPauseMs = 15_000;
const replyTimeoutMs = 10_000;

interface VerifierOptions {
  /** The site's public URL, without a trailing slash. */
  publicUrl: string;
  report: (report: PublishReport) => Promise<void>;
  /** Resolves once all required targets show the release. @throws Error that names those that do not */
  untilOthersShow?: (manifest: ReleaseManifest, signal: AbortSignal) => Promise<void>;
  /** How long to retry: long enough for a cache in between to expire. */
  timeoutMs: number;
  log: Logger;
}

/**
 * Reports a release as live only after the public URL has shown it. Verification runs beside publishing, so that a slow
 * cache never delays the next edit; a newer release cancels the verification of an older one.
 */
export function createVerifier({ publicUrl, report, untilOthersShow, timeoutMs, log }: VerifierOptions) {
  let verifying = new AbortController();

  async function verify(manifest: ReleaseManifest, signal: AbortSignal): Promise<void> {
    const { id, revision } = manifest;
    const deadline = Date.now() + timeoutMs;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
      let reason: string;
      try {
        await assertShown(publicUrl, manifest, signal);
        await untilOthersShow?.(
          manifest,
          AbortSignal.any([signal, AbortSignal.timeout(Math.max(0, deadline - Date.now()))]),
        );
        await report({ state: 'live', revision, releaseId: id, verifiedAt: new Date().toISOString() });
        log.info({ release: id }, 'live');
        return;
      } catch (error) {
        if (signal.aborted) return;
        reason = describeError(error);
      }
      if (Date.now() > deadline) {
        log.error({ release: id, publicUrl, reason }, 'the public URL does not show the release');
        await report({ state: 'unverified', revision, releaseId: id, detail: `${reason}.` });
        return;
      }
      await sleep(pauseMs, undefined, { signal });
    }
  }

  return {
    expect(manifest: ReleaseManifest): void {
      verifying.abort();
      verifying = new AbortController();
      const { signal } = verifying;
      verify(manifest, signal).catch((error) => {
        if (!signal.aborted) log.error({ err: error }, 'verifying the public URL failed');
      });
    },
    stop: () => verifying.abort(),
  };
}

/** @throws Error that states what the public URL shows instead */
export async function assertShown(publicUrl: string, manifest: ReleaseManifest, signal: AbortSignal): Promise<void> {
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

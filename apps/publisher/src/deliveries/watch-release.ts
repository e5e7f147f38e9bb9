import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredRelease } from '@threadline/publish-targets/publish-target';
import type { ReleaseManifest } from '@threadline/schema/wire/release';
import { type DeliveryParts, describeProblem, type Order } from './delivery-parts.ts';

interface Maintenance {
  superseded: AbortSignal;
  /** Nothing is done if the last one is younger. */
  minAgeMs: number;
}

/**
 * Creates two functions, which reject when a newer release is wanted: `verify` looks for the release, `maintain` keeps it
 * whole.
 */
export function createWatchRelease({ name, target, look, timeoutMs, pauses, log, state, change }: DeliveryParts) {
  let maintainedAt = 0;

  /**
   * Looks at the public address until it shows the release.
   *
   * @returns false if the target itself has another release meanwhile
   */
  async function verify({ release, at }: Order, superseded: AbortSignal): Promise<boolean> {
    if (state().phase !== 'live') change({ phase: 'verifying' });
    const startedAt = Date.now();
    for (let pauseMs = pauses.firstLookMs; ; pauseMs = Math.min(2 * pauseMs, pauses.maxLookMs)) {
      const problem = await findProblem(release.manifest, superseded);
      if (problem === undefined) break;
      const waitedMs = Date.now() - startedAt;
      if (waitedMs > timeoutMs) {
        reportLate(problem);
        pauseMs = pauses.lateLookMs;
      }
      if (waitedMs > pauses.repairMs && !(await repairUnseen(release, { superseded, since: startedAt }))) return false;
      await sleep(pauseMs, undefined, { signal: superseded });
    }
    reportLive(at);
    return true;
  }

  /** Repairs a release that visitors do not see, once. @returns false if the target has another release */
  async function repairUnseen(
    release: StoredRelease,
    { superseded, since }: { superseded: AbortSignal; since: number },
  ): Promise<boolean> {
    const shown = await target?.readShown(superseded).catch(() => undefined);
    if (shown !== undefined && shown !== release.manifest.id) return false;
    if (maintainedAt < since) await maintain(release, { superseded, minAgeMs: 0 });
    return true;
  }

  function reportLate(problem: string): void {
    if (state().phase !== 'unverified') log.warn({ target: name, problem }, 'a release is not seen by visitors');
    change({ phase: 'unverified', problem });
  }

  function reportLive(at: number): void {
    const { phase, liveMs } = state();
    if (phase !== 'live') change({ phase: 'live', liveMs: liveMs ?? Date.now() - at });
  }

  async function findProblem(manifest: ReleaseManifest, superseded: AbortSignal): Promise<string | undefined> {
    try {
      await look(manifest, superseded);
      return undefined;
    } catch (error) {
      superseded.throwIfAborted();
      return describeProblem(error);
    }
  }

  /**
   * Restores files that were deleted or changed at the target, and deletes old ones. In the same flight as uploads: an upload
   * may have just skipped a file that would be deleted.
   */
  async function maintain(release: StoredRelease, { superseded, minAgeMs }: Maintenance): Promise<void> {
    if (!target || Date.now() - maintainedAt < minAgeMs) return;
    try {
      const repaired = await target.repair(release, superseded);
      const removed = await target.prune(superseded);
      maintainedAt = Date.now();
      if (repaired > 0) log.warn({ target: name, repaired }, 'files were missing or damaged, and are uploaded again');
      if (removed > 0) log.info({ target: name, removed }, 'old files of a target were removed');
    } catch (error) {
      superseded.throwIfAborted();
      log.warn({ target: name, problem: describeProblem(error) }, 'a target could not be checked');
    }
  }

  return { verify, maintain };
}

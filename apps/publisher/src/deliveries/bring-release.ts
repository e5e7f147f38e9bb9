import { setTimeout as sleep } from 'node:timers/promises';
import { classifyFailure } from '@threadline/publish-targets/classify-failure';
import { SupersededError } from '@threadline/publish-targets/publish-target';
import { type DeliveryParts, describeProblem, type Order } from './delivery-parts.ts';

/**
 * Creates a function that resolves once the target holds a release as its visible one. It retries for ever, and rejects
 * when a newer release is wanted. An upload that has begun is completed first, and activated if the one before was not:
 * a slow connection shows progress during a burst of edits.
 */
export function createBringRelease({ name, target, pauses, log, state, change, stopping }: DeliveryParts) {
  let hasSkipped = false;
  /** The target allows the next upload at this time. */
  let notBefore = 0;
  /** The fault with which it has asked for that pause. */
  let refusal: string | null = null;

  async function bring(order: Order, superseded: AbortSignal): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await waitForTarget(superseded);
        await send(order, superseded);
        superseded.throwIfAborted();
        return;
      } catch (error) {
        holdBack(error);
        superseded.throwIfAborted();
        const pauseMs = reportProblem(error, attempt);
        await sleep(pauseMs, undefined, { signal: superseded });
      }
    }
  }

  /** Waits as long as the target has asked for, or until the pause that it needs between two deliveries is over. */
  async function waitForTarget(superseded: AbortSignal): Promise<void> {
    const pauseMs = notBefore - Date.now();
    if (pauseMs <= 0) return;
    const retryAt = new Date(notBefore).toISOString();
    change(refusal === null ? { phase: 'queued', retryAt } : { phase: 'failed', problem: refusal, retryAt });
    await sleep(pauseMs, undefined, { signal: superseded });
  }

  /** Remembers how long the target asks to wait. A newer release does not shorten it. */
  function holdBack(error: unknown): void {
    const { retryAfterMs } = classifyFailure(error);
    if (retryAfterMs === undefined) return;
    notBefore = Date.now() + retryAfterMs;
    refusal = describeProblem(error);
  }

  async function send({ release, at }: Order, superseded: AbortSignal): Promise<void> {
    const { id } = release.manifest;
    refusal = null;
    if (!target || (await target.readShown(stopping)) === id) return;
    superseded.throwIfAborted();
    change({ phase: 'uploading' });
    if (target.minIntervalMs) notBefore = Date.now() + target.minIntervalMs;
    const stats = await target.upload(release, at, stopping);
    if (superseded.aborted && !hasSkipped) {
      hasSkipped = true;
      return;
    }
    hasSkipped = false;
    if (!superseded.aborted) change({ phase: 'activating' });
    await target.activate(release, at, stopping);
    log.info({ target: name, release: id, ...stats, ms: Date.now() - at }, 'delivered');
  }

  /** Returns the pause before the next attempt, in ms. */
  function reportProblem(error: unknown, attempt: number): number {
    if (error instanceof SupersededError) {
      change({ phase: 'superseded', problem: error.message });
      // Only a newer decision helps, unless the other publisher is gone.
      return pauses.maintenanceMs;
    }
    const problem = describeProblem(error);
    if (problem !== state().problem) log.warn({ target: name, problem }, 'the delivery to a target failed');
    const { isLasting, retryAfterMs = 0 } = classifyFailure(error);
    const backoffMs = Math.min(pauses.maxRetryMs, pauses.firstRetryMs * 2 ** (attempt - 1));
    const pauseMs = Math.max(isLasting ? pauses.lastingRetryMs : backoffMs * (0.5 + Math.random() / 2), retryAfterMs);
    change({ phase: 'failed', problem, retryAt: new Date(Date.now() + pauseMs).toISOString() });
    return pauseMs;
  }

  return bring;
}

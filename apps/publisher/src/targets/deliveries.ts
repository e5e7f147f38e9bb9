import { setTimeout as sleep } from 'node:timers/promises';
import { ObjectStoreError } from '@threadline/object-store/object-store';
import type { TargetStatus } from '@threadline/schema/wire/publishing';
import type { ReleaseManifest } from '@threadline/schema/wire/release';
import type { Logger } from 'pino';
import { describeError } from '../publish-failure.ts';
import { assertShown } from '../verify.ts';
import { type PublishTarget, type StoredRelease, SupersededError } from './publish-target.ts';
import type { TargetSettings } from './settings.ts';

const firstRetryMs = 1000;
const maxRetryMs = 60_000;
const firstLookMs = 50;
const maxLookMs = 15_000;
const lateLookMs = 60_000;
const pruneEveryMs = 24 * 60 * 60_000;
/** Faults of the settings or of the account: only a change of those helps, so the next release tries again. */
const lastingFaults = new Set(['unauthorized', 'missing-bucket', 'region', 'clock']);

interface Destination {
  settings: TargetSettings;
  target: PublishTarget;
}

interface DeliveryOptions {
  targets: readonly Destination[];
  /** Sends the state of all targets to the API. */
  report: (targets: TargetStatus[]) => Promise<void>;
  /** After this time, a release that a target does not show is reported as unverified. */
  timeoutMs: number;
  log: Logger;
}

/**
 * Delivers each activated release to all targets. Every target has its own single flight, in which the newest release
 * wins, so that a slow one delays neither publishing nor another target.
 */
export function createDeliveries({ targets, report, timeoutMs, log }: DeliveryOptions) {
  const lanes = targets.map((each) => createLane(each, { timeoutMs, log, onChange: send }));
  let isSending = false;
  let isChanged = false;

  /** Sends the newest state; a lost report is sent again with the next change or release. */
  function send(): void {
    isChanged = true;
    if (isSending) return;
    isSending = true;
    void (async () => {
      while (isChanged) {
        isChanged = false;
        await report(lanes.map((lane) => lane.status())).catch((error) =>
          log.debug({ reason: describeError(error) }, 'the state of the targets was not reported'),
        );
      }
      isSending = false;
    })();
  }

  return {
    deliver(release: StoredRelease): void {
      const order = Date.now();
      for (const lane of lanes) lane.deliver(release, order);
    },
    /** Reports the state once more: a restarted API does not know it. */
    reportAgain(): void {
      if (lanes.length > 0) send();
    },
    /**
     * Resolves once every required target has been seen to show the release.
     * @throws Error that names those that do not when `signal` ends the wait
     */
    async untilRequiredShow({ id }: ReleaseManifest, signal: AbortSignal): Promise<void> {
      const required = lanes.filter(({ status }) => status().required);
      await Promise.all(required.map((lane) => lane.untilShown(id, signal))).catch(() => {
        const missing = required.filter((lane) => !lane.isShown(id)).map(({ status }) => status().name);
        throw new Error(`The target ${missing.join(', ')} does not show the release`);
      });
    },
    /** Releases that are being uploaded must not be removed from the disk. */
    listInFlight: () => lanes.flatMap((lane) => lane.inFlight() ?? []),
    async stop(): Promise<void> {
      await Promise.all(lanes.map((lane) => lane.stop()));
    },
  };
}

export type Deliveries = ReturnType<typeof createDeliveries>;

interface Order {
  release: StoredRelease;
  /** When publishing decided on it, in ms since 1970. */
  order: number;
}

interface LaneOptions extends Pick<DeliveryOptions, 'timeoutMs' | 'log'> {
  onChange: () => void;
}

function createLane({ settings, target }: Destination, { timeoutMs, log, onChange }: LaneOptions) {
  const { name, kind, required } = settings;
  let status: TargetStatus = {
    name,
    kind,
    required,
    phase: 'queued',
    release: null,
    liveMs: null,
    problem: null,
    retryAt: null,
  };
  let wanted: Order | undefined;
  let isRunning = false;
  let running: Promise<void> = Promise.resolve();
  let current = new AbortController();
  const awaited = new Set<{ id: string; resolve: () => void }>();
  let prunedAt = 0;

  function change(values: Partial<TargetStatus>): void {
    status = { ...status, problem: null, retryAt: null, ...values };
    for (const each of awaited) if (isShown(each.id)) each.resolve();
    onChange();
  }

  const isShown = (id: string) => status.phase === 'live' && status.release === id;
  const deliver = createDelivery({ settings, target }, { timeoutMs, log, change });

  async function prune(signal: AbortSignal): Promise<void> {
    if (Date.now() - prunedAt < pruneEveryMs) return;
    const removed = await target.prune(signal);
    prunedAt = Date.now();
    if (removed > 0) log.info({ target: name, removed }, 'old files of a target were removed');
  }

  async function run(): Promise<void> {
    while (wanted) {
      const next = wanted;
      current = new AbortController();
      const { signal } = current;
      try {
        await deliver(next, signal);
        // In the same flight as uploads: an upload may have just skipped a file that would be deleted.
        if (status.phase === 'live') await prune(signal);
      } catch (error) {
        if (!signal.aborted) log.error({ target: name, err: error }, 'a delivery ended with an error');
      }
      if (wanted === next) wanted = undefined;
    }
    isRunning = false;
  }

  return {
    status: () => status,
    inFlight: () => wanted?.release.manifest.id,
    deliver(release: StoredRelease, order: number): void {
      wanted = { release, order };
      current.abort();
      change({ phase: 'queued', release: release.manifest.id, liveMs: null });
      if (isRunning) return;
      isRunning = true;
      running = run();
    },
    isShown,
    untilShown(id: string, signal: AbortSignal): Promise<void> {
      if (isShown(id)) return Promise.resolve();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const entry = { id, resolve };
      awaited.add(entry);
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      return promise.finally(() => awaited.delete(entry));
    },
    async stop(): Promise<void> {
      wanted = undefined;
      current.abort();
      await running;
    },
  };
}

interface DeliveryParts extends Pick<DeliveryOptions, 'timeoutMs' | 'log'> {
  change: (values: Partial<TargetStatus>) => void;
}

/** Creates a function that brings the target to a release and verifies it; it rejects when a newer release is wanted. */
function createDelivery({ settings, target }: Destination, { timeoutMs, log, change }: DeliveryParts) {
  const { name, visibleAt } = settings;

  async function deliver({ release, order }: Order, signal: AbortSignal): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await send({ release, order }, signal);
        await verify(release.manifest, order, signal);
        return;
      } catch (error) {
        signal.throwIfAborted();
        const pauseMs = reportProblem(error, attempt);
        if (pauseMs === undefined) return;
        await sleep(pauseMs, undefined, { signal });
      }
    }
  }

  async function send({ release, order }: Order, signal: AbortSignal): Promise<void> {
    const { id } = release.manifest;
    if ((await target.readShown(signal)) === id) return;
    change({ phase: 'uploading' });
    const stats = await target.upload(release, signal);
    change({ phase: 'activating' });
    await target.activate(release, order, signal);
    log.info({ target: name, release: id, ...stats, ms: Date.now() - order }, 'delivered');
  }

  /** Returns the pause before the next attempt, in ms; undefined if only the next release tries again. */
  function reportProblem(error: unknown, attempt: number): number | undefined {
    if (error instanceof SupersededError) {
      change({ phase: 'superseded', problem: error.message });
      return undefined;
    }
    const problem = describeError(error).replace(/\.?$/, '.');
    log.warn({ target: name, problem }, 'the delivery to a target failed');
    const store = error instanceof ObjectStoreError ? error : undefined;
    if (store && lastingFaults.has(store.fault)) {
      change({ phase: 'failed', problem });
      return undefined;
    }
    const backoffMs = Math.min(maxRetryMs, firstRetryMs * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
    const pauseMs = Math.max(store?.retryAfterMs ?? 0, backoffMs);
    change({ phase: 'failed', problem, retryAt: new Date(Date.now() + pauseMs).toISOString() });
    return pauseMs;
  }

  /** Looks at the public address until it shows the release. */
  async function verify(manifest: ReleaseManifest, order: number, signal: AbortSignal): Promise<void> {
    change({ phase: 'verifying' });
    const deadline = Date.now() + timeoutMs;
    for (let pauseMs = firstLookMs; ; pauseMs = Math.min(2 * pauseMs, maxLookMs)) {
      const problem = await findProblem(manifest, signal);
      if (problem === undefined) break;
      const isLate = Date.now() > deadline;
      if (isLate) change({ phase: 'unverified', problem });
      await sleep(isLate ? lateLookMs : pauseMs, undefined, { signal });
    }
    change({ phase: 'live', liveMs: Date.now() - order });
  }

  async function findProblem(manifest: ReleaseManifest, signal: AbortSignal): Promise<string | undefined> {
    try {
      await assertShown(visibleAt, manifest, signal);
      return undefined;
    } catch (error) {
      signal.throwIfAborted();
      return `${describeError(error)}.`;
    }
  }

  return deliver;
}

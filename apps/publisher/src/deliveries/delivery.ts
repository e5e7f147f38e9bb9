import { setTimeout as sleep } from 'node:timers/promises';
import { createBringRelease } from './bring-release.ts';
import type { DeliveryOptions, DeliveryState, Order } from './delivery-parts.ts';
import { createWatchRelease } from './watch-release.ts';

/** Brings one target to the newest release, one at a time, verifies it there and keeps it whole. */
export function createDelivery(options: DeliveryOptions, onChange: () => void) {
  let state: DeliveryState = { phase: 'queued', release: null, liveMs: null, problem: null, retryAt: null };
  let wanted: Order | undefined;
  /** The release whose files are being read. */
  let running: Order | undefined;
  let superseding = new AbortController();
  const stopping = new AbortController();
  let ended: Promise<void> | undefined;
  const { name, pauses, log } = options;
  const parts = { ...options, state: () => state, change, stopping: stopping.signal };
  const bring = createBringRelease(parts);
  const { verify, maintain } = createWatchRelease(parts);

  function change(values: Partial<DeliveryState>): void {
    state = { ...state, problem: null, retryAt: null, ...values };
    onChange();
  }

  async function run(): Promise<void> {
    while (wanted && !stopping.signal.aborted) {
      const order = wanted;
      running = order;
      const superseded = superseding.signal;
      try {
        await follow(order, superseded);
      } catch (error) {
        if (superseded.aborted) continue;
        log.error({ target: name, err: error }, 'a delivery ended with an error');
        // Something that no other rule covers. Nothing is lost by waiting.
        await sleep(pauses.lastingRetryMs, undefined, { signal: superseded }).catch(() => undefined);
      }
    }
  }

  /** Ends when a newer release is wanted. */
  async function follow(order: Order, superseded: AbortSignal): Promise<never> {
    for (;;) {
      await bring(order, superseded);
      if (!(await verify(order, superseded))) continue;
      await maintain(order.release, { superseded, minAgeMs: pauses.maintenanceMs });
      await sleep(pauses.maintenanceMs, undefined, { signal: superseded, ref: false });
    }
  }

  return {
    name,
    state: () => state,
    isLive: (id: string) => state.phase === 'live' && state.release === id,
    deliver(order: Order): void {
      wanted = order;
      superseding.abort();
      superseding = new AbortController();
      change({ phase: 'queued', release: order.release.manifest.id, liveMs: null });
      ended ??= run();
    },
    /** Returns the ids of the releases whose files must stay on the disk. */
    listInFlight: () => [running, wanted].flatMap((order) => order?.release.manifest.id ?? []),
    async stop(): Promise<void> {
      stopping.abort();
      superseding.abort();
      await ended;
    },
  };
}

export type Delivery = ReturnType<typeof createDelivery>;

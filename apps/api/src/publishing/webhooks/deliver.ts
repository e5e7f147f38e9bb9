import { setTimeout } from 'node:timers/promises';
import { and, asc, eq, gt, lt, lte, ne, notInArray, sql } from 'drizzle-orm';
import type { WebhookEndpoint } from '../../config.ts';
import type { Deps } from '../../context.ts';
import { deliveries } from '../../platform/db/schema/core.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '../../platform/durations.ts';
import { type Publishing, publisherEndpoint } from '../service.ts';
import { endpointLabel } from './label.ts';
import { goneFailure, sendDelivery } from './send.ts';

/** Waits after the first, second, … failed attempt. Then the delivery has failed for good and is shown so. */
export const retryDelaysMs = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  10 * hourMs,
];

/** Longest time without a look at the table: also finds rows whose time was moved by a change of the clock. */
const longestSleepMs = minuteMs;
/** After the database could not be read or written. */
const troubleRestMs = 5 * secondMs;

/** What is over is told for this long. */
export const keptDeliveryMs = 30 * dayMs;

type Delivery = typeof deliveries.$inferSelect;

/**
 * The last delivery to each endpoint stays, however old: the command line sends it again. The order of insertion decides
 * what is last: the clock may be set back, and after a rollback a delivery names a lower revision than the one before.
 */
const newestOfEach = sql`(select id from deliveries where rowid in (select max(rowid) from deliveries group by endpoint))`;

/** Sends the pending deliveries, each until it succeeded, was superseded or has used up its attempts. */
export function createDeliverer({ config, db, log, now, secrets }: Deps, publishing: Publishing) {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const busy = new Set<string>();
  /** When an endpoint is sent nothing, newer messages included: its minimum interval, or the rest that it asked for. */
  const pauses = new Map<string, { startMs: number; endMs: number }>();
  let prunedAtMs = Number.NEGATIVE_INFINITY;

  function endpointOf(name: string): WebhookEndpoint | undefined {
    if (name !== publisherEndpoint) return config.webhook.endpoints.find((endpoint) => endpoint.url === name);
    if (!config.publisher.url) return undefined;
    return { url: `${config.publisher.url}/hooks`, secret: secrets.webhook, format: 'standard', minIntervalSeconds: 0 };
  }

  function due(): Delivery[] {
    return db
      .select()
      .from(deliveries)
      .where(and(eq(deliveries.state, 'pending'), lte(deliveries.nextAttemptAt, now().toISOString())))
      .orderBy(asc(deliveries.nextAttemptAt))
      .all();
  }

  /** Once an hour: a table that only grows would one day fill the disk. */
  function prune(): void {
    const nowMs = now().getTime();
    if (nowMs - prunedAtMs < hourMs) return;
    prunedAtMs = nowMs;
    const old = lt(deliveries.createdAt, new Date(nowMs - keptDeliveryMs).toISOString());
    db.delete(deliveries)
      .where(and(old, ne(deliveries.state, 'pending'), notInArray(deliveries.id, newestOfEach)))
      .run();
  }

  function finish(delivery: Delivery, values: Partial<Delivery>): void {
    db.update(deliveries).set(values).where(eq(deliveries.id, delivery.id)).run();
  }

  /** Returns whether a delivery to the same endpoint that was inserted later is pending, which makes this one pointless. */
  function isSuperseded({ id, endpoint }: Delivery): boolean {
    const isNewer = sql`rowid > (select rowid from deliveries where id = ${id})`;
    const newer = db
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(and(eq(deliveries.endpoint, endpoint), eq(deliveries.state, 'pending'), isNewer))
      .get();
    return newer !== undefined;
  }

  /** A pause that is longer already stays. */
  function pause(endpoint: string, ms: number): void {
    const startMs = now().getTime();
    pauses.set(endpoint, { startMs, endMs: Math.max(endOfPause(endpoint), startMs + ms) });
  }

  /** Returns 0 without a pause, and after the clock was set back to before the start of one. */
  function endOfPause(endpoint: string): number {
    const { startMs, endMs } = pauses.get(endpoint) ?? { startMs: 0, endMs: 0 };
    return startMs > now().getTime() ? 0 : endMs;
  }

  async function attempt(delivery: Delivery): Promise<void> {
    const endpoint = endpointOf(delivery.endpoint);
    if (!endpoint) return finish(delivery, { state: 'failed', lastError: 'This endpoint is not configured any more.' });
    const earliest = endOfPause(delivery.endpoint);
    if (earliest > now().getTime()) return finish(delivery, { nextAttemptAt: new Date(earliest).toISOString() });
    pause(delivery.endpoint, endpoint.minIntervalSeconds * secondMs);
    const attempts = delivery.attempts + 1;
    const failed = await sendDelivery(endpoint, delivery, now());
    if (failed === undefined)
      return finish(delivery, { state: 'delivered', attempts, deliveredAt: now().toISOString(), lastError: null });
    const { failure, restMs } = failed;
    pause(delivery.endpoint, restMs);
    log[getFailureLogLevel(delivery.endpoint, attempts)](
      { endpoint: endpointLabel(delivery.endpoint), revision: delivery.revision, attempts, failure },
      'webhook was not delivered',
    );
    if (isSuperseded(delivery)) return finish(delivery, { state: 'superseded', attempts, lastError: failure });
    const delay = retryDelaysMs[attempts - 1];
    if (delay === undefined || failure === goneFailure)
      return finish(delivery, { state: 'failed', attempts, lastError: failure });
    const waitMs = Math.max(restMs, delay * (0.9 + Math.random() * 0.2));
    finish(delivery, {
      attempts,
      lastError: failure,
      nextAttemptAt: new Date(now().getTime() + waitMs).toISOString(),
    });
  }

  async function run(endpoint: string, delivery: Delivery): Promise<void> {
    busy.add(endpoint);
    try {
      await attempt(delivery);
    } catch (error) {
      log.error({ err: error, endpoint: endpointLabel(endpoint) }, 'the outcome of a webhook cannot be written down');
      // The row still says that it is due. Without a rest it would be sent over and over.
      await setTimeout(troubleRestMs, undefined, { ref: false });
    }
    busy.delete(endpoint);
    wake();
  }

  /** Starts what is due, one delivery per endpoint at a time, and sleeps until the next is. */
  function wake(): void {
    clearTimeout(timer);
    if (stopped) return;
    let sleepMs = troubleRestMs;
    try {
      prune();
      for (const delivery of due()) if (!busy.has(delivery.endpoint)) run(delivery.endpoint, delivery);
      sleepMs = untilNext();
    } catch (error) {
      log.error({ err: error }, 'the deliveries cannot be read');
    }
    timer = global.setTimeout(wake, sleepMs);
    timer.unref();
  }

  function untilNext(): number {
    const next = db
      .select({ at: sql<string | null>`min(${deliveries.nextAttemptAt})` })
      .from(deliveries)
      .where(and(eq(deliveries.state, 'pending'), gt(deliveries.nextAttemptAt, now().toISOString())))
      .get()?.at;
    return next ? Math.min(longestSleepMs, Math.max(0, Date.parse(next) - now().getTime())) : longestSleepMs;
  }

  publishing.events.on('due', wake);
  return {
    start: wake,
    stop(): void {
      stopped = true;
      clearTimeout(timer);
      publishing.events.off('due', wake);
    },
  };
}

/** The first call to the publisher may come while it is still starting; it polls as well. */
export function getFailureLogLevel(endpoint: string, attempts: number): 'debug' | 'info' | 'warn' {
  if (attempts > 1) return 'warn';
  return endpoint === publisherEndpoint ? 'debug' : 'info';
}

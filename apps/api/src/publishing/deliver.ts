import { setTimeout } from 'node:timers/promises';
import { and, asc, eq, gt, lt, lte, ne, notInArray, sql } from 'drizzle-orm';
import type { WebhookReceiver } from '../config.ts';
import { deliveries } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import { receiverLabel } from './receiver-label.ts';
import { goneFailure, sendDelivery } from './send.ts';
import { type Publishing, publisherReceiver } from './service.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Waits after the first, second, … failed attempt. Then the delivery has failed for good and is shown so. */
export const retryDelaysMs = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour];

/** Longest time without a look at the table: also finds rows whose time was moved by a change of the clock. */
const longestSleepMs = minute;
/** After the database could not be read or written. */
const troubleRestMs = 5 * second;

/** What is over is told for this long. */
export const keptDeliveryMs = 30 * day;

type Delivery = typeof deliveries.$inferSelect;

/** The last word to each receiver stays, however old: the command line sends it again. SQLite gives the id of the maximum. */
const newestOfEach = sql`(select id from (select id, max(created_at) from deliveries group by receiver))`;

/** Sends the pending deliveries, each until it succeeded, was superseded or has used up its attempts. */
export function createDeliverer({ config, db, log, now, secrets }: Deps, publishing: Publishing) {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const busy = new Set<string>();
  const lastSentAt = new Map<string, number>();
  /** Until when a receiver has asked to be left alone, with newer messages too. */
  const restsUntil = new Map<string, number>();
  let prunedAtMs = Number.NEGATIVE_INFINITY;

  function receiverOf(name: string): WebhookReceiver | undefined {
    if (name !== publisherReceiver) return config.webhook.receivers.find((receiver) => receiver.url === name);
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
    if (nowMs - prunedAtMs < hour) return;
    prunedAtMs = nowMs;
    const old = lt(deliveries.createdAt, new Date(nowMs - keptDeliveryMs).toISOString());
    db.delete(deliveries)
      .where(and(old, ne(deliveries.state, 'pending'), notInArray(deliveries.id, newestOfEach)))
      .run();
  }

  function finish(delivery: Delivery, values: Partial<Delivery>): void {
    db.update(deliveries).set(values).where(eq(deliveries.id, delivery.id)).run();
  }

  /** Returns whether a newer delivery to the same receiver is pending, which makes this one pointless. */
  function isSuperseded({ id, receiver }: Delivery): boolean {
    const isNewer = sql`(created_at, rowid) > (select created_at, rowid from deliveries where id = ${id})`;
    const newer = db
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(and(eq(deliveries.receiver, receiver), eq(deliveries.state, 'pending'), isNewer))
      .get();
    return newer !== undefined;
  }

  async function attempt(delivery: Delivery): Promise<void> {
    const receiver = receiverOf(delivery.receiver);
    if (!receiver) return finish(delivery, { state: 'failed', lastError: 'This receiver is not configured any more.' });
    const earliest = Math.max(
      (lastSentAt.get(delivery.receiver) ?? 0) + receiver.minIntervalSeconds * second,
      restsUntil.get(delivery.receiver) ?? 0,
    );
    if (earliest > now().getTime()) return finish(delivery, { nextAttemptAt: new Date(earliest).toISOString() });
    lastSentAt.set(delivery.receiver, now().getTime());
    const attempts = delivery.attempts + 1;
    const failed = await sendDelivery(receiver, delivery, now());
    if (failed === undefined)
      return finish(delivery, { state: 'delivered', attempts, deliveredAt: now().toISOString(), lastError: null });
    const { failure, restMs } = failed;
    restsUntil.set(delivery.receiver, now().getTime() + restMs);
    // The first call may come while the publisher is still starting; from the second on somebody should look.
    log[attempts > 1 ? 'warn' : 'info'](
      { receiver: receiverLabel(delivery.receiver), revision: delivery.revision, attempts, failure },
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

  async function run(receiver: string, delivery: Delivery): Promise<void> {
    busy.add(receiver);
    try {
      await attempt(delivery);
    } catch (error) {
      log.error({ err: error, receiver: receiverLabel(receiver) }, 'the outcome of a webhook cannot be written down');
      // The row still says that it is due. Without a rest it would be sent over and over.
      await setTimeout(troubleRestMs, undefined, { ref: false });
    }
    busy.delete(receiver);
    wake();
  }

  /** Starts what is due, one delivery per receiver at a time, and sleeps until the next is. */
  function wake(): void {
    clearTimeout(timer);
    if (stopped) return;
    let sleepMs = troubleRestMs;
    try {
      prune();
      for (const delivery of due()) if (!busy.has(delivery.receiver)) run(delivery.receiver, delivery);
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

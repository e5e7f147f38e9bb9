import { setTimeout } from 'node:timers/promises';
import type { Delivery } from '@threadline/schema/publishing';
import { and, asc, eq, gt, lt, lte, ne, notInArray, sql } from 'drizzle-orm';
import type { WebhookEndpoint } from '../../config.ts';
import type { Deps } from '../../context.ts';
import { type Actor, recordAudit } from '../../platform/audit-log/audit-log.ts';
import { deliveries } from '../../platform/db/schema/core.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '../../platform/durations.ts';
import { ProblemError } from '../../platform/http/problem-error.ts';
import { type Publishing, publisherEndpoint } from '../service.ts';
import { getEndpointLabel, goneFailure, sendDelivery } from './send.ts';

/** Delays after the first, second, … failed attempt. After the last one the delivery has failed. */
export const retryDelaysMs = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  10 * hourMs,
];

/** Also finds rows that became due early because the clock was changed. */
const maxSleepMs = minuteMs;
/** After the database could not be read or written. */
const databaseRetryMs = 5 * secondMs;

export const deliveryRetentionMs = 30 * dayMs;

type Row = typeof deliveries.$inferSelect;

/**
 * The last delivery to each endpoint is kept, however old: the command line sends it again. The order of insertion decides
 * which is the last: the clock may be set back, and a rollback delivers a lower revision.
 */
const newestPerEndpoint = sql`(select id from deliveries where rowid in (select max(rowid) from deliveries group by endpoint))`;

/** Sends pending deliveries, each until it succeeds, is superseded, or has used up its attempts. */
export function createDeliverer({ config, db, log, now, secrets }: Deps, publishing: Publishing) {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const busy = new Set<string>();
  /** While an endpoint is paused it gets no delivery: its minimum interval, or its `Retry-After`. */
  const pauses = new Map<string, { startMs: number; endMs: number }>();
  let prunedAtMs = Number.NEGATIVE_INFINITY;

  function findEndpoint(name: string): WebhookEndpoint | undefined {
    if (name !== publisherEndpoint) return config.webhook.endpoints.find((endpoint) => endpoint.url === name);
    if (!config.publisher.url) return undefined;
    return { url: `${config.publisher.url}/hooks`, secret: secrets.webhook, format: 'standard', minIntervalSeconds: 0 };
  }

  function listDue(): Row[] {
    const isDue = and(eq(deliveries.state, 'pending'), lte(deliveries.nextAttemptAt, now().toISOString()));
    return db.select().from(deliveries).where(isDue).orderBy(asc(deliveries.nextAttemptAt)).all();
  }

  /** Removes old deliveries, once an hour. */
  function prune(): void {
    const nowMs = now().getTime();
    if (nowMs - prunedAtMs < hourMs) return;
    prunedAtMs = nowMs;
    const isOld = lt(deliveries.createdAt, new Date(nowMs - deliveryRetentionMs).toISOString());
    db.delete(deliveries)
      .where(and(isOld, ne(deliveries.state, 'pending'), notInArray(deliveries.id, newestPerEndpoint)))
      .run();
  }

  function finish({ id }: Row, values: Partial<Row>): void {
    db.update(deliveries).set(values).where(eq(deliveries.id, id)).run();
  }

  /** Returns whether a newer delivery to the same endpoint is pending. */
  function isSuperseded({ id, endpoint }: Row): boolean {
    const isNewer = sql`rowid > (select rowid from deliveries where id = ${id})`;
    const where = and(eq(deliveries.endpoint, endpoint), eq(deliveries.state, 'pending'), isNewer);
    return db.select({ id: deliveries.id }).from(deliveries).where(where).get() !== undefined;
  }

  /** Never shortens a longer pause. */
  function pause(endpoint: string, ms: number): void {
    const startMs = now().getTime();
    pauses.set(endpoint, { startMs, endMs: Math.max(getPauseEnd(endpoint), startMs + ms) });
  }

  /** Returns 0 without a pause, and after the clock was set back to before its start. */
  function getPauseEnd(endpoint: string): number {
    const { startMs, endMs } = pauses.get(endpoint) ?? { startMs: 0, endMs: 0 };
    return startMs > now().getTime() ? 0 : endMs;
  }

  async function attempt(delivery: Row): Promise<void> {
    const endpoint = findEndpoint(delivery.endpoint);
    if (!endpoint) return finish(delivery, { state: 'failed', lastError: 'This endpoint is no longer configured.' });
    const pauseEnd = getPauseEnd(delivery.endpoint);
    if (pauseEnd > now().getTime()) return finish(delivery, { nextAttemptAt: new Date(pauseEnd).toISOString() });
    pause(delivery.endpoint, endpoint.minIntervalSeconds * secondMs);
    const attempts = delivery.attempts + 1;
    const failed = await sendDelivery(endpoint, delivery, now());
    if (failed === undefined)
      return finish(delivery, { state: 'delivered', attempts, deliveredAt: now().toISOString(), lastError: null });
    const { failure, retryAfterMs } = failed;
    pause(delivery.endpoint, retryAfterMs);
    log[getFailureLogLevel(delivery.endpoint, attempts)](
      { endpoint: getEndpointLabel(delivery.endpoint), revision: delivery.revision, attempts, failure },
      'a webhook was not delivered',
    );
    if (isSuperseded(delivery)) return finish(delivery, { state: 'superseded', attempts, lastError: failure });
    const delayMs = retryDelaysMs[attempts - 1];
    if (delayMs === undefined || failure === goneFailure)
      return finish(delivery, { state: 'failed', attempts, lastError: failure });
    const waitMs = Math.max(retryAfterMs, delayMs * (0.9 + Math.random() * 0.2));
    const nextAttemptAt = new Date(now().getTime() + waitMs).toISOString();
    finish(delivery, { attempts, lastError: failure, nextAttemptAt });
  }

  async function run(delivery: Row): Promise<void> {
    busy.add(delivery.endpoint);
    try {
      await attempt(delivery);
    } catch (error) {
      log.error(
        { err: error, endpoint: getEndpointLabel(delivery.endpoint) },
        'the result of a webhook was not stored',
      );
      // The row is still due. Without a delay it would be sent in a loop.
      await setTimeout(databaseRetryMs, undefined, { ref: false });
    }
    busy.delete(delivery.endpoint);
    wake();
  }

  /** Starts due deliveries, one per endpoint at a time, and sleeps until the next one. */
  function wake(): void {
    clearTimeout(timer);
    if (isStopped) return;
    let sleepMs = databaseRetryMs;
    try {
      prune();
      for (const delivery of listDue()) if (!busy.has(delivery.endpoint)) run(delivery);
      sleepMs = getSleepMs();
    } catch (error) {
      log.error({ err: error }, 'the webhook deliveries cannot be read');
    }
    timer = global.setTimeout(wake, sleepMs);
    timer.unref();
  }

  function getSleepMs(): number {
    const next = db
      .select({ at: sql<string | null>`min(${deliveries.nextAttemptAt})` })
      .from(deliveries)
      .where(and(eq(deliveries.state, 'pending'), gt(deliveries.nextAttemptAt, now().toISOString())))
      .get()?.at;
    return next ? Math.min(maxSleepMs, Math.max(0, Date.parse(next) - now().getTime())) : maxSleepMs;
  }

  publishing.events.on('due', wake);
  return {
    start: wake,
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
      publishing.events.off('due', wake);
    },
  };
}

/** Returns the log level of a failed attempt. The publisher may still be starting at the first one; it polls as well. */
export function getFailureLogLevel(endpoint: string, attempts: number): 'debug' | 'info' | 'warn' {
  if (attempts > 1) return 'warn';
  return endpoint === publisherEndpoint ? 'debug' : 'info';
}

/** Returns the last 100 deliveries, newest first by insertion: the clock may have been set back. */
export function listDeliveries(db: Deps['db']): Delivery[] {
  const rows = db.select().from(deliveries).orderBy(sql`rowid desc`).limit(100).all();
  return rows.map((row) => ({ ...row, endpoint: getEndpointLabel(row.endpoint) }));
}

/**
 * Queues a delivery again under the same id, so that the endpoint can recognise the repetition.
 *
 * @throws ProblemError 404 for an unknown delivery, 409 for a pending one
 */
export function retryDelivery({ db, now }: Pick<Deps, 'db' | 'now'>, deliveryId: string, by: Actor): void {
  db.transaction(
    (tx) => {
      const row = tx.select().from(deliveries).where(eq(deliveries.id, deliveryId)).get();
      if (!row) throw new ProblemError('not-found', { detail: 'There is no such delivery.' });
      if (row.state === 'pending') throw new ProblemError('conflict', { detail: 'This delivery is already pending.' });
      const at = now().toISOString();
      const again = { state: 'pending', attempts: 0, nextAttemptAt: at, lastError: null, deliveredAt: null } as const;
      tx.update(deliveries).set(again).where(eq(deliveries.id, deliveryId)).run();
      const subject = `${getEndpointLabel(row.endpoint)}, change ${row.revision}`;
      recordAudit(tx, { at, by, action: 'delivery.retried', subject });
    },
    { behavior: 'immediate' },
  );
}

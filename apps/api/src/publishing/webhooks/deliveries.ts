import { createHash, randomUUID } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import type { Delivery, PublishEvent } from '@threadline/schema/wire/publishing';
import { and, eq, lt, ne, notInArray, sql } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import type { Config, WebhookEndpoint } from '../../config.ts';
import type { Deps } from '../../context.ts';
import { type Actor, recordAudit } from '../../platform/audit-log/audit-log.ts';
import type { Tx } from '../../platform/db/client.ts';
import { deliveries } from '../../platform/db/schema/core.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '../../platform/durations.ts';
import { ProblemError } from '../../platform/http/problem-error.ts';
import { enqueueJob, type JobQueue } from '../../platform/jobs/job-queue.ts';
import type { Job, JobOutcome } from '../../platform/jobs/retry-policy.ts';
import { createCheckedLookup, ForbiddenTargetError, findForbiddenHost, type Resolve } from './ssrf-guard.ts';

/** The name of the publisher among the webhook endpoints. */
export const publisherEndpoint = 'publisher';

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

export const deliveryRetentionMs = 30 * dayMs;
const maxListed = 100;

/** One job for each endpoint sends the delivery that is pending for it. */
const jobType = 'webhook';
const createJob = (endpoint: string) => ({ type: jobType, dedupeKey: endpoint, orderKey: endpoint });

/** A literal, so that SQLite uses the partial index. */
const isPending = sql`state = 'pending'`;
const isPendingFor = (endpoint: string) => and(eq(deliveries.endpoint, endpoint), isPending);

/** The order of insertion decides which delivery is the newest: a rollback delivers a lower revision, and clocks are set back. */
const newestFirst = sql`rowid desc`;
const newestOfEndpoints = sql`(select id from deliveries where rowid in (select max(rowid) from deliveries group by endpoint))`;

/** Returns the names of the configured endpoints. No name reveals the secret part of an address. */
export function listEndpoints({ publisher, webhook }: Pick<Config, 'publisher' | 'webhook'>): string[] {
  const names = webhook.endpoints.map(({ url }) => getEndpointLabel(url));
  return publisher.url ? [publisherEndpoint, ...names] : names;
}

/** Queues a delivery to each endpoint. It supersedes the one that is pending. Called inside a transaction. */
export function enqueueDeliveries(
  tx: Tx,
  endpoints: readonly string[],
  { revision, at }: { revision: number; at: string },
): void {
  for (const endpoint of endpoints) {
    tx.update(deliveries).set({ state: 'superseded' }).where(isPendingFor(endpoint)).run();
    const id = `msg_${randomUUID()}`;
    tx.insert(deliveries).values({ id, endpoint, revision, state: 'pending', attempts: 0, createdAt: at }).run();
    enqueueJob(tx, createJob(endpoint), at);
  }
}

/** Sends deliveries as jobs, and lets users send one again. The rows of the deliveries are their history. */
export function createDeliveries({ config, db, now, secrets }: Deps, jobs: JobQueue) {
  jobs.register(jobType, { retryDelaysMs, run });

  function findEndpoint(name: string): WebhookEndpoint | undefined {
    if (name !== publisherEndpoint) return config.webhook.endpoints.find(({ url }) => getEndpointLabel(url) === name);
    if (!config.publisher.url) return undefined;
    return { url: `${config.publisher.url}/hooks`, secret: secrets.webhook, format: 'standard', minIntervalSeconds: 0 };
  }

  async function run({ orderKey }: Job): Promise<JobOutcome> {
    const delivery = db.select().from(deliveries).where(isPendingFor(orderKey)).get();
    if (!delivery) return { state: 'done' };
    const own = eq(deliveries.id, delivery.id);
    const endpoint = findEndpoint(orderKey);
    const failed = endpoint
      ? await sendDelivery(endpoint, delivery, now())
      : { failure: 'This endpoint is no longer configured.', isFinal: true, retryAfterMs: 0 };
    const minIntervalMs = (endpoint?.minIntervalSeconds ?? 0) * secondMs;
    if (!failed) {
      return {
        state: 'done',
        restMs: minIntervalMs,
        commit(tx, { attempts }) {
          const values = { state: 'delivered', attempts, deliveredAt: now().toISOString(), lastError: null } as const;
          tx.update(deliveries).set(values).where(own).run();
        },
      };
    }
    const { failure, isFinal, retryAfterMs } = failed;
    return {
      state: isFinal ? 'failed' : 'retry',
      reason: failure,
      restMs: Math.max(minIntervalMs, retryAfterMs),
      commit(tx, { state, attempts }) {
        const values = { attempts, lastError: failure, ...(state === 'failed' && { state }) };
        // A newer delivery may have superseded this one during the attempt.
        tx.update(deliveries).set(values).where(and(own, isPending)).run();
      },
    };
  }

  return {
    /** Starts the pending delivery of an endpoint. Call it after the transaction that has queued it. */
    wake: (endpoint: string) => jobs.wake(jobType, endpoint),

    /**
     * Queues a delivery again under the same id, so that the endpoint can recognise the repetition.
     *
     * @throws ProblemError 404 for an unknown delivery, 409 while one to this endpoint is pending
     */
    retry(id: string, by: Actor): void {
      const { endpoint } = db.transaction(
        (tx) => {
          const row = tx.select().from(deliveries).where(eq(deliveries.id, id)).get();
          if (!row) throw new ProblemError('not-found', { detail: 'There is no such delivery.' });
          if (tx.select().from(deliveries).where(isPendingFor(row.endpoint)).get())
            throw new ProblemError('conflict', { detail: 'A delivery to this endpoint is already pending.' });
          const at = now().toISOString();
          const values = { state: 'pending', attempts: 0, lastError: null, deliveredAt: null } as const;
          tx.update(deliveries).set(values).where(eq(deliveries.id, id)).run();
          enqueueJob(tx, createJob(row.endpoint), at);
          const subject = `${row.endpoint}, change ${row.revision}`;
          recordAudit(tx, { at, by, action: 'delivery.retried', subject });
          return row;
        },
        { behavior: 'immediate' },
      );
      jobs.wake(jobType, endpoint);
    },

    /** Returns the last deliveries, newest first. */
    list: (): Delivery[] => db.select().from(deliveries).orderBy(newestFirst).limit(maxListed).all(),
  };
}

export type Deliveries = ReturnType<typeof createDeliveries>;

/** Deletes old deliveries. The last one to each endpoint is kept, so that it can be sent again. */
export function deleteOldDeliveries({ db, now }: Pick<Deps, 'db' | 'now'>): void {
  const isOld = lt(deliveries.createdAt, new Date(now().getTime() - deliveryRetentionMs).toISOString());
  db.delete(deliveries)
    .where(and(isOld, ne(deliveries.state, 'pending'), notInArray(deliveries.id, newestOfEndpoints)))
    .run();
}

interface SentDelivery {
  /** The same for all attempts, so that the endpoint can recognise a repetition. */
  id: string;
  revision: number;
}

interface Message {
  headers: Record<string, string>;
  body: string;
}

interface Failure {
  failure: string;
  /** Whether the endpoint does not want to be called again. */
  isFinal: boolean;
  /** How long the endpoint asks not to be called. */
  retryAfterMs: number;
}

/**
 * Sends a delivery once. Redirects are not followed, because they could lead to internal addresses.
 *
 * @returns the failure; undefined after success
 */
export async function sendDelivery(
  endpoint: WebhookEndpoint,
  delivery: SentDelivery,
  at: Date,
): Promise<Failure | undefined> {
  try {
    const { status, retryAfter } = await post(endpoint.url, createMessage(endpoint, delivery, at));
    if (status >= 200 && status < 300) return undefined;
    const isFinal = status === 410;
    const failure = isFinal ? 'The endpoint answered 410 Gone.' : `The endpoint answered ${status}.`;
    return { failure, isFinal, retryAfterMs: status === 429 || status === 503 ? parseRetryAfter(retryAfter, at) : 0 };
  } catch (error) {
    const isForbidden = error instanceof ForbiddenTargetError;
    const failure = isForbidden ? error.message : `The endpoint could not be reached: ${describeError(error)}.`;
    return { failure, isFinal: false, retryAfterMs: 0 };
  }
}

function createMessage(endpoint: WebhookEndpoint, { id, revision }: SentDelivery, at: Date): Message {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    ...(endpoint.token && { authorization: `Bearer ${endpoint.token}` }),
  };
  if (endpoint.format === 'github') {
    const body = JSON.stringify({ event_type: 'content-published', client_payload: { revision } });
    return { body, headers: { ...headers, accept: 'application/vnd.github+json', 'user-agent': 'threadline' } };
  }
  const event: PublishEvent = { type: 'content.published', timestamp: at.toISOString(), data: { revision } };
  const body = JSON.stringify(event);
  // Both sign while a secret is being replaced.
  const secrets = endpoint.secret
    ? [endpoint.secret, endpoint.previousSecret].filter((secret) => secret !== undefined)
    : [];
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, at, body));
  const signed = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
  return { body, headers: signatures.length > 0 ? { ...headers, ...signed } : headers };
}

/**
 * Sends a message and reads only the status and `Retry-After` of the response. `fetch` would resolve the name again after
 * it has been checked.
 *
 * @param options.timeoutMs until the status arrives
 * @throws ForbiddenTargetError before anything is sent, or the error of the connection
 */
export function post(
  url: string,
  { headers, body }: Message,
  { resolve, timeoutMs = 15_000 }: { resolve?: Resolve; timeoutMs?: number } = {},
): Promise<{ status: number; retryAfter: string | undefined }> {
  const target = new URL(url);
  const { request } = target.protocol === 'https:' ? https : http;
  const {
    promise,
    resolve: succeed,
    reject,
  } = Promise.withResolvers<{ status: number; retryAfter: string | undefined }>();
  const forbidden = findForbiddenHost(target.hostname);
  if (forbidden) return Promise.reject(forbidden);
  const call = request(target, {
    method: 'POST',
    headers,
    // The address of a reused connection would not have been checked.
    agent: false,
    lookup: createCheckedLookup(resolve),
    signal: AbortSignal.timeout(timeoutMs),
  });
  call.on('error', reject);
  // Without a listener, Node closes the connection after 101 and emits nothing.
  call.on('upgrade', (_, socket) => {
    reject(new Error('it answered with another protocol'));
    socket.destroy();
  });
  // Covers every other end; an endpoint whose call never ends would never be called again.
  call.on('close', () => reject(new Error('the connection was closed without an answer')));
  call.on('response', (reply) => {
    succeed({ status: reply.statusCode ?? 0, retryAfter: reply.headers['retry-after'] });
    reply.destroy();
  });
  call.end(body);
  return promise;
}

/** A longer `Retry-After` may be a mistake. */
const maxRetryAfterMs = dayMs;

/** Parses RFC 9110 §10.2.3: seconds or a date. Returns 0 for anything else. */
export function parseRetryAfter(retryAfter = '', at: Date): number {
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - at.getTime();
  return Number.isNaN(ms) ? 0 : Math.min(maxRetryAfterMs, Math.max(0, ms));
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  const { message } = error.cause instanceof Error ? error.cause : error;
  // An AggregateError of several addresses has only a code.
  return message || ('code' in error ? String(error.code) : 'unknown reason');
}

/**
 * Returns the name of an endpoint for logs, lists and records: its origin, and a digest that distinguishes endpoints of one
 * origin. The rest of a build hook's address is a secret.
 */
export function getEndpointLabel(endpoint: string): string {
  // The publisher has a name instead of an address.
  if (!URL.canParse(endpoint)) return endpoint;
  const { origin, href } = new URL(endpoint);
  if (href === `${origin}/`) return origin;
  return `${origin} (${createHash('sha256').update(href).digest('hex').slice(0, 6)})`;
}

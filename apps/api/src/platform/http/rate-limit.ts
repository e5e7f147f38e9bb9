import { createHash } from 'node:crypto';
import { lt } from 'drizzle-orm';
import type { MiddlewareHandler } from 'hono';
import { RateLimiterRes, RateLimiterSQLite } from 'rate-limiter-flexible';
import type { Deps } from '../../context.ts';
import { rateLimits } from '../db/schema/core.ts';
import { getNetwork } from './network.ts';
import { ProblemError } from './problem-error.ts';

interface LimitOptions {
  name: string;
  /** Allowed calls per key in `seconds`. */
  tries: number;
  seconds: number;
}

/** Counts attempts per key and refuses those beyond the limit. The counts are in the database and survive a restart. */
export function createRateLimit({ name, tries, seconds, db }: LimitOptions & Pick<Deps, 'db'>) {
  const limiter = new RateLimiterSQLite({
    keyPrefix: name,
    points: tries,
    duration: seconds,
    storeClient: db.$client,
    storeType: 'better-sqlite3',
    tableName: 'rate_limits',
    tableCreated: true,
    // The library's timer would end the process on a full disk; `deleteExpiredLimits` runs instead.
    clearExpiredByTimeout: false,
    // Beyond the limit nothing is written, so that a flood of calls is not a flood of synchronous writes.
    inMemoryBlockOnConsumed: tries + 1,
  });

  /** Returns the count of a key that has reached its limit; undefined below it. */
  async function find(key: string): Promise<RateLimiterRes | undefined> {
    const used = await limiter.get(hashKey(key));
    return used && used.consumedPoints >= tries ? used : undefined;
  }

  return {
    /** @throws ProblemError 429 with Retry-After */
    async take(key: string): Promise<void> {
      try {
        await limiter.consume(hashKey(key));
      } catch (refusal) {
        throw refusal instanceof RateLimiterRes ? createRateLimitError(refusal.msBeforeNext) : refusal;
      }
    },
    /** Returns whether the next attempt would be refused. Counts nothing. */
    isUsedUp: async (key: string): Promise<boolean> => (await find(key)) !== undefined,
    /** Counts nothing. @throws ProblemError 429 with Retry-After at the limit */
    async refuseOver(key: string): Promise<void> {
      const used = await find(key);
      if (used) throw createRateLimitError(used.msBeforeNext);
    },
    /** Counts an attempt. Returns the count within the time, at most one beyond the limit. */
    async count(key: string): Promise<number> {
      try {
        return (await limiter.consume(hashKey(key))).consumedPoints;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return tries + 1;
        throw refusal;
      }
    },
    /** Subtracts a successful attempt from the count. */
    async refund(key: string): Promise<void> {
      await limiter.reward(hashKey(key));
    },
    /** Sets the count to zero. */
    async reset(key: string): Promise<void> {
      await limiter.delete(hashKey(key));
    },
  };
}

/** Deletes expired counts. */
export function deleteExpiredLimits({ db, now }: Pick<Deps, 'db' | 'now'>): void {
  db.delete(rateLimits).where(lt(rateLimits.expire, now().getTime())).run();
}

/**
 * Returns a middleware that counts calls per network under one or more limits. It runs before the body is read, so that calls
 * with a refused body count, too. It answers 429 when any limit is reached.
 */
export function limitNetwork(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  ...options: LimitOptions[]
): MiddlewareHandler {
  const limits = options.map((option) => createRateLimit({ ...option, db }));
  return async (context, next) => {
    const network = getNetwork(context, config.http);
    for (const limit of limits) await limit.take(network);
    await next();
  };
}

/** Malformed, too large, of a wrong type, or invalid. */
const inputRefusals: ReadonlySet<number> = new Set([400, 413, 415, 422]);

/**
 * Returns a middleware that counts only the calls of a network whose input is refused. It answers 429 before the body is read
 * when the limit is reached.
 */
export function limitRefusedInput(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  options: LimitOptions,
): MiddlewareHandler {
  const limit = createRateLimit({ ...options, db });
  return async (context, next) => {
    const network = getNetwork(context, config.http);
    await limit.refuseOver(network);
    await next();
    if (inputRefusals.has(context.res.status)) await limit.count(network);
  };
}

/** Stores only a digest: people may type anything into an email field, even a password. */
function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 22);
}

/** Creates the 429 with the waiting time as text and as Retry-After. */
export function createRateLimitError(msBeforeNext: number): ProblemError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new ProblemError('rate-limited', {
    detail: `Too many attempts. Try again in ${formatWait(seconds)}.`,
    headers: { 'retry-after': String(seconds) },
  });
}

function formatWait(seconds: number): string {
  if (seconds === 1) return '1 second';
  if (seconds < 90) return `${seconds} seconds`;
  if (seconds < 5400) return `${Math.ceil(seconds / 60)} minutes`;
  return `${Math.ceil(seconds / 3600)} hours`;
}

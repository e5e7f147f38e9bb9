import { createHash, createHmac } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import { lt } from 'drizzle-orm';
import type { Context, MiddlewareHandler } from 'hono';
import { RateLimiterRes, RateLimiterSQLite } from 'rate-limiter-flexible';
import type { Deps } from '../../context.ts';
import { rateLimits } from '../db/schema/core.ts';
import { ProblemError } from './problem-error.ts';

interface LimitOptions {
  name: string;
  /** How many are let through in `seconds`, per key. */
  tries: number;
  seconds: number;
}

/** Counts tries per key and turns away those beyond the limit. Counts are kept in the database and survive a restart. */
export function createRateLimit({ name, tries, seconds, db }: LimitOptions & Pick<Deps, 'db'>) {
  const limiter = new RateLimiterSQLite({
    keyPrefix: name,
    points: tries,
    duration: seconds,
    storeClient: db.$client,
    storeType: 'better-sqlite3',
    tableName: 'rate_limits',
    tableCreated: true,
    // Its timer would do it for each limit apart, and end the process on a full disk: `forgetOldTries` instead.
    clearExpiredByTimeout: false,
    // Beyond the limit nothing is written any more, or a flood of tries would be a flood of synced writes.
    inMemoryBlockOnConsumed: tries + 1,
  });

  /** Returns the count of a key that is at its limit; undefined below. */
  async function find(key: string): Promise<RateLimiterRes | undefined> {
    const used = await limiter.get(shorten(key));
    return used && used.consumedPoints >= tries ? used : undefined;
  }

  return {
    /** @throws ProblemError 429 with Retry-After */
    async take(key: string): Promise<void> {
      try {
        await limiter.consume(shorten(key));
      } catch (refusal) {
        throw refusal instanceof RateLimiterRes ? tooMany(refusal.msBeforeNext) : refusal;
      }
    },
    /** Returns whether the next try would be turned away. Counts nothing. */
    isUsedUp: async (key: string): Promise<boolean> => (await find(key)) !== undefined,
    /** Counts nothing. @throws ProblemError 429 with Retry-After when the limit is used up */
    async refuseOver(key: string): Promise<void> {
      const used = await find(key);
      if (used) throw tooMany(used.msBeforeNext);
    },
    /** Counts one more. Returns how many there were within the time, at most one beyond the limit. */
    async count(key: string): Promise<number> {
      try {
        return (await limiter.consume(shorten(key))).consumedPoints;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return tries + 1;
        throw refusal;
      }
    },
    /** The try was a good one and does not count. */
    async giveBack(key: string): Promise<void> {
      await limiter.reward(shorten(key));
    },
    /** Starts to count from zero. */
    async reset(key: string): Promise<void> {
      await limiter.delete(shorten(key));
    },
  };
}

/** Removes the tries that no limit counts any more. */
export function forgetOldTries({ db, now }: Pick<Deps, 'db' | 'now'>): void {
  db.delete(rateLimits).where(lt(rateLimits.expire, now().getTime())).run();
}

/**
 * Returns a middleware that counts calls per network of the visitor, under one or more limits: per minutes, and per day.
 * It stands before the body is read, so that a call with a refused body counts too. It answers 429 when any limit is used
 * up.
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

/** Malformed, too large, of another type, or not as the schema of the call says. */
const inputRefusals: ReadonlySet<number> = new Set([400, 413, 415, 422]);

/**
 * Returns a middleware that counts, per network, only the calls whose input is refused: for a call whose good inputs are
 * counted elsewhere. It answers 429 before the body is read when the limit is used up.
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

/** What people type into an e-mail field may be anything, their password included: only a digest is kept. */
function shorten(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 22);
}

/** The refusal of one try too many, with the wait in words and as Retry-After. */
export function tooMany(msBeforeNext: number): ProblemError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new ProblemError('rate-limited', {
    detail: `Too many tries. Please try again in ${inWords(seconds)}.`,
    headers: { 'retry-after': String(seconds) },
  });
}

function inWords(seconds: number): string {
  if (seconds === 1) return '1 second';
  if (seconds < 90) return `${seconds} seconds`;
  if (seconds < 5400) return `${Math.ceil(seconds / 60)} minutes`;
  return `${Math.ceil(seconds / 3600)} hours`;
}

/**
 * The network that a request comes from: the IPv4 address, or the /64 of an IPv6 address, because one household owns a
 * whole /64.
 *
 * @param trustProxy whether a proxy of ours stands in front; only then its X-Forwarded-For is believed, and of that only
 *   the last entry: the ones before were sent by the client
 */
export function getNetwork(context: Context, { trustProxy }: { trustProxy: boolean }): string {
  const forwarded = trustProxy ? context.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  if (forwarded) return getNetworkPrefix(forwarded);
  // `app.request()` has no connection.
  return context.env?.incoming ? getNetworkPrefix(getConnInfo(context).remote.address ?? '') : 'local';
}

/** What is kept of a visitor's network: the same network has the same digest, and nobody can turn it back. */
export function hashNetwork(network: string, key: string): string {
  return createHmac('sha256', key).update(network).digest('base64url').slice(0, 22);
}

/** @returns `unknown` for anything but an IP address; some proxies add the port */
export function getNetworkPrefix(told: string): string {
  const address = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(told)?.[1] ?? /^\[(.+)\](?::\d+)?$/.exec(told)?.[1] ?? told;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped || isIPv4(address)) return mapped ?? address;
  if (!isIPv6(address)) return 'unknown';
  const [withoutZone = ''] = address.split('%', 1);
  const [head = '', tail] = withoutZone.split('::');
  const groups = (part: string) => part.split(':').filter((group) => group !== '');
  const before = groups(head);
  const after = groups(tail ?? '');
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const all = [...before, ...Array<string>(missing).fill('0'), ...after];
  const prefix = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${prefix.join(':')}::/64`;
}

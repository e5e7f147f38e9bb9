import { AsyncLocalStorage } from 'node:async_hooks';
import type { MiddlewareHandler } from 'hono';
import type { Deps } from '../../context.ts';
import { getNetwork } from '../http/rate-limit.ts';

const networks = new AsyncLocalStorage<string>();

/** For the calls of the API: what they write into the log names the network that they came from. */
export function knowOrigin({ config }: Pick<Deps, 'config'>): MiddlewareHandler {
  return (context, next) => networks.run(getNetwork(context, config.http), next);
}

/**
 * Where the call that is being answered came from, as the limits of tries see it: an IPv4 address, or the /64 of an IPv6
 * address. Null for what the product does by itself.
 */
export function currentOrigin(): string | null {
  return networks.getStore() ?? null;
}

import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import ipaddr from 'ipaddr.js';

/**
 * Returns the network of a request: the IPv4 address, or the /64 of the IPv6 address, because one household owns a whole /64.
 *
 * @param trustProxy whether the operator's proxy is in front. Only then the last entry of X-Forwarded-For counts; the client
 *   sent the entries before it
 */
export function getNetwork(context: Context, { trustProxy }: { trustProxy: boolean }): string {
  const forwarded = trustProxy ? context.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  if (forwarded) return getNetworkPrefix(forwarded);
  // `app.request()` has no connection.
  return context.env?.incoming ? getNetworkPrefix(getConnInfo(context).remote.address ?? '') : 'local';
}

/** Returns the network of an address, with or without a port; `unknown` for anything but an IP address. */
export function getNetworkPrefix(text: string): string {
  const address = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? text;
  // The library also accepts short and octal forms, which no client has as an address.
  if (isIP(address) === 0) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const prefix = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${prefix.join(':')}::/64`;
}

/** Returns a keyed digest of a network: equal for equal networks, and not reversible without the key. */
export function hashNetwork(network: string, key: string): string {
  return createHmac('sha256', key).update(network).digest('base64url').slice(0, 22);
}

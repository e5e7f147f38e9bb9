import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';

/**
 * Where no endpoint is: the machine's own link and the services of clouds, which hand out credentials, and what IANA's
 * registries of special addresses give to nobody. Private networks and this machine are allowed (10/8, 172.16/12, 192.168/16,
 * 100.64/10, fc00::/7, loopback), since the operator names every endpoint, and a build hook beside the server is a common one.
 */
const forbiddenNetworks = [
  ['0.0.0.0', 8],
  ['100.100.100.200', 32], // Alibaba's metadata
  ['168.63.129.16', 32], // Azure's
  ['169.254.0.0', 16],
  ['192.0.0.0', 24], // Protocol assignments; Oracle's metadata
  ['192.0.2.0', 24], // Examples, as the two below
  ['192.88.99.0', 24], // Relays of 6to4
  ['198.18.0.0', 15], // Benchmarks
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['::', 128],
  ['64:ff9b:1::', 48], // IPv4 behind a translator of the network
  ['100::', 63], // Discarded, and the dummy prefix
  ['2001::', 23], // Protocol assignments, Teredo among them
  ['2001:db8::', 32], // Examples, as 3fff::/20
  ['2002::', 16], // 6to4
  ['3fff::', 20],
  ['5f00::', 16], // Segment routing
  ['fd00:ec2::', 32], // Amazon's services
  ['fd20:ce::254', 128], // Google's metadata
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
  ['::ffff:0:0:0', 96], // IPv4 translated
] as const;

const forbidden = new BlockList();
for (const [network, bits] of forbiddenNetworks) forbidden.addSubnet(network, bits, familyOf(network));

const loopback = new BlockList();
loopback.addAddress('::1', 'ipv6');

/**
 * Networks whose addresses carry an IPv4 address in their last 32 bits. It is what would be called. 64:ff9b::/96 is what
 * a name without IPv6 resolves to in networks that have nothing else (DNS64): judged by what it carries, as is ::ffff:0:0/96.
 */
const carriers = new BlockList();
carriers.addSubnet('64:ff9b::', 96, 'ipv6');
carriers.addSubnet('::', 96, 'ipv6');

export function isForbiddenAddress(address: string): boolean {
  const family = familyOf(address);
  // IPv4 within ::ffff:0:0/96 is judged by the list itself.
  if (forbidden.check(address, family)) return true;
  if (family === 'ipv4' || loopback.check(address, family) || !carriers.check(address, family)) return false;
  return forbidden.check(lastFourBytes(address), 'ipv4');
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}

/** @returns the last 32 bits of an IPv6 address, as an IPv4 address */
function lastFourBytes(address: string): string {
  // The parser of addresses brings every spelling to groups of hexadecimal digits.
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':').slice(-2);
  return groups
    .map((group) => Number.parseInt(group || '0', 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');
}

/** Finds all addresses of a name, as `lookup` of node:dns does. */
export type Resolve = (
  host: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * The look-up of one connection. What it checks is what is connected to: to look twice would be to check one address and
 * to call another (DNS rebinding).
 */
export function checkedLookup(resolve: Resolve = lookup): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const refusal = error ?? refusalAmong(addresses.map(({ address }) => address));
      if (refusal) return done(refusal, '');
      if (options.all) return done(null, addresses);
      const [first] = addresses;
      done(null, first?.address ?? '', first?.family);
    });
  };
}

/** An address instead of a name is connected to without a look-up. */
export function refusalOfHost(host: string): Error | undefined {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) ? refusalAmong([address]) : undefined;
}

export class ForbiddenTargetError extends Error {}

function refusalAmong(addresses: readonly string[]): Error | undefined {
  const found = addresses.find(isForbiddenAddress);
  const why = `The endpoint was not called: ${found} is an address of this machine's own link, or of nobody.`;
  return found === undefined ? undefined : new ForbiddenTargetError(why);
}

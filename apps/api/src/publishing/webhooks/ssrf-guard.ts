import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';

/**
 * Networks that are never called: link-local addresses, metadata services of clouds, which return credentials, and the
 * special-purpose networks of the IANA registries. Private networks and loopback are allowed (10/8, 172.16/12, 192.168/16,
 * 100.64/10, fc00::/7), because the operator configures every endpoint, and build hooks often run on the same network.
 */
const forbiddenNetworks = [
  ['0.0.0.0', 8],
  ['100.100.100.200', 32], // Alibaba metadata
  ['168.63.129.16', 32], // Azure metadata
  ['169.254.0.0', 16],
  ['192.0.0.0', 24], // Protocol assignments, Oracle metadata
  ['192.0.2.0', 24], // Documentation, like the two below
  ['192.88.99.0', 24], // 6to4 relays
  ['198.18.0.0', 15], // Benchmarks
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['::', 128],
  ['64:ff9b:1::', 48], // Local NAT64
  ['100::', 63], // Discarded, and the dummy prefix
  ['2001::', 23], // Protocol assignments, Teredo among them
  ['2001:db8::', 32], // Documentation, like 3fff::/20
  ['2002::', 16], // 6to4
  ['3fff::', 20],
  ['5f00::', 16], // Segment routing
  ['fd00:ec2::', 32], // AWS metadata
  ['fd20:ce::254', 128], // Google metadata
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
  ['::ffff:0:0:0', 96], // IPv4-translated
] as const;

const forbidden = new BlockList();
for (const [network, bits] of forbiddenNetworks) forbidden.addSubnet(network, bits, getFamily(network));

const loopback = new BlockList();
loopback.addAddress('::1', 'ipv6');

/**
 * Networks whose addresses embed an IPv4 address in their last 32 bits, which is the one that is called. 64:ff9b::/96 is
 * used by DNS64 in IPv6-only networks.
 */
const ipv4Embedding = new BlockList();
ipv4Embedding.addSubnet('64:ff9b::', 96, 'ipv6');
ipv4Embedding.addSubnet('::', 96, 'ipv6');

export function isForbiddenAddress(address: string): boolean {
  const family = getFamily(address);
  // BlockList itself maps ::ffff:0:0/96 to IPv4.
  if (forbidden.check(address, family)) return true;
  if (family === 'ipv4' || loopback.check(address, family) || !ipv4Embedding.check(address, family)) return false;
  return forbidden.check(getLastFourBytes(address), 'ipv4');
}

function getFamily(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}

/** Returns the last 32 bits of an IPv6 address as an IPv4 address. */
function getLastFourBytes(address: string): string {
  // The URL parser normalises every notation to groups of hexadecimal digits.
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':').slice(-2);
  return groups
    .map((group) => Number.parseInt(group || '0', 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');
}

/** Resolves all addresses of a name, like `lookup` of node:dns. */
export type Resolve = (
  host: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Creates the DNS lookup of one connection, which checks the addresses that are connected to. A separate check would allow
 * DNS rebinding.
 */
export function createCheckedLookup(resolve: Resolve = lookup): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const refusal = error ?? findForbiddenAddress(addresses.map(({ address }) => address));
      if (refusal) return done(refusal, '');
      if (options.all) return done(null, addresses);
      const [first] = addresses;
      done(null, first?.address ?? '', first?.family);
    });
  };
}

/** Checks a literal address, for which no lookup happens. */
export function findForbiddenHost(host: string): Error | undefined {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) ? findForbiddenAddress([address]) : undefined;
}

export class ForbiddenTargetError extends Error {}

function findForbiddenAddress(addresses: readonly string[]): Error | undefined {
  const found = addresses.find(isForbiddenAddress);
  const message = `The endpoint was not called: ${found} is a link-local, metadata or reserved address.`;
  return found === undefined ? undefined : new ForbiddenTargetError(message);
}

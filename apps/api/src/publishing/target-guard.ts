import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';

/**
 * Where no receiver is: the machine's own link, on which clouds hand out credentials, and addresses of nobody. Private
 * networks are allowed, since the operator names every receiver, and a build hook beside the server is a common one.
 */
const forbidden = new BlockList();
forbidden.addSubnet('169.254.0.0', 16, 'ipv4');
forbidden.addSubnet('fe80::', 10, 'ipv6');
forbidden.addAddress('fd00:ec2::254', 'ipv6');
// The same service of Alibaba and of Oracle.
forbidden.addAddress('100.100.100.200', 'ipv4');
forbidden.addAddress('192.0.0.192', 'ipv4');
forbidden.addSubnet('0.0.0.0', 8, 'ipv4');
forbidden.addAddress('::', 'ipv6');
forbidden.addSubnet('224.0.0.0', 3, 'ipv4');
forbidden.addSubnet('ff00::', 8, 'ipv6');

export function isForbiddenAddress(address: string): boolean {
  return forbidden.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
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
  const why = `The receiver was not called: ${found} is an address of this machine's own link, or of nobody.`;
  return found === undefined ? undefined : new ForbiddenTargetError(why);
}

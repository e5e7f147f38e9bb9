import { lookup } from 'node:dns/promises';
import { BlockList, isIP, isIPv6 } from 'node:net';

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

/**
 * Looked up at each attempt: a name may lead elsewhere by now. Between this and the call it could change once more.
 *
 * @returns why this address is not called, or undefined
 * @throws Error when the name cannot be found
 */
export async function refusalOf(url: string): Promise<string | undefined> {
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = isIP(host) ? [host] : (await lookup(host, { all: true })).map(({ address }) => address);
  const found = addresses.find(isForbiddenAddress);
  return found && `The receiver was not called: ${found} is an address of this machine's own link, or of nobody.`;
}

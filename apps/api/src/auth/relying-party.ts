import { isIP } from 'node:net';
import type { Config } from '../config.ts';

export type RelyingParty = ReturnType<typeof relyingParty>;

/** Whose passkeys they are: always those of the configured address, whatever host a request names. */
export function relyingParty({ siteUrl }: Pick<Config, 'siteUrl'>) {
  const { origin, hostname, protocol } = new URL(siteUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isNumber = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return {
    id: hostname,
    origin,
    /** Browsers take passkeys on https and on localhost only, and never for the number of a machine. */
    isPossible: isLocal || (protocol === 'https:' && !isNumber),
  };
}

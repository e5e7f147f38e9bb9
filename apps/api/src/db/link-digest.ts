import type { Database } from 'better-sqlite3';
import { linkDigest } from '../mail/link-token.ts';

/** As a function of SQL, for the migration after which no token of a link is stored any more. */
export function addLinkDigest(client: Database): void {
  client.function('link_digest', { deterministic: true, directOnly: true }, (token) => linkDigest(String(token)));
}

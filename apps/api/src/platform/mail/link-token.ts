import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** What a link in a message to a visitor opens: one of each kind has nothing to do with the others. */
type LinkKind = 'my-data' | 'newsletter';

/** Names a link in the database. It opens nothing by itself. */
export function newLinkId(): string {
  return randomBytes(16).toString('base64url');
}

/**
 * What stands in the link: its id, and 256 bits that only this installation can make from it. It is made when the message
 * is, and stored nowhere: whoever reads the database or a backup cannot open what it leads to.
 *
 * @param key `secrets.mailLinkKey`
 */
export function linkToken(key: string, kind: LinkKind, id: string): string {
  return `${id}${macOf(key, kind, id)}`;
}

/** @returns the id of the link, or undefined when this installation did not make the token, or has another key now */
export function linkIdOf(key: string, kind: LinkKind, token: string): string | undefined {
  const [, id, mac] = /^([\w-]{1,100})([\w-]{43})$/.exec(token) ?? [];
  if (!id || !mac) return undefined;
  return timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(key, kind, id))) ? id : undefined;
}

/** SHA-256, in hexadecimal digits. The migrations compute the same, as a function of SQL. */
export function linkDigest(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function macOf(key: string, kind: LinkKind, id: string): string {
  return createHmac('sha256', key).update(`${kind}:${id}`).digest('base64url');
}

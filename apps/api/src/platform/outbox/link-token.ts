import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Kinds of links in messages to visitors. A token of one kind does not open another. */
type LinkKind = 'my-data' | 'newsletter';

/** Returns an id for a link in the database. The id alone does not open the link. */
export function createLinkId(): string {
  return randomBytes(16).toString('base64url');
}

/**
 * Returns the token of a link: its id and a MAC of 256 bits. It is computed when the message is composed and stored
 * nowhere, so the database or a backup alone opens no link.
 *
 * @param key `secrets.mailLinkKey`
 */
export function createLinkToken(key: string, kind: LinkKind, id: string): string {
  return `${id}${computeMac(key, kind, id)}`;
}

/** @returns the id of the link; undefined if this installation did not make the token, or has another key now */
export function readLinkId(key: string, kind: LinkKind, token: string): string | undefined {
  const [, id, mac] = /^([\w-]{1,100})([\w-]{43})$/.exec(token) ?? [];
  if (!id || !mac) return undefined;
  return timingSafeEqual(Buffer.from(mac), Buffer.from(computeMac(key, kind, id))) ? id : undefined;
}

function computeMac(key: string, kind: LinkKind, id: string): string {
  return createHmac('sha256', key).update(`${kind}:${id}`).digest('base64url');
}

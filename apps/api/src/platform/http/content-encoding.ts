import { parseAccept } from 'hono/utils/accept';

/**
 * Returns the content coding to reply with (RFC 9110, section 12.5.3): the highest quality wins, and the order of `available`
 * decides between equal ones. `*` stands for every coding that the header does not name; a quality of 0 rules a coding out.
 *
 * @param header the `Accept-Encoding` header of the request
 * @param available codings that this reply exists in, the preferred one first
 * @returns undefined for a reply without a content coding
 */
export function chooseEncoding<Encoding extends string>(
  header: string | undefined,
  available: readonly Encoding[],
): Encoding | undefined {
  if (!header || available.length === 0) return undefined;
  const qualities = new Map<string, number>();
  for (const { type, q } of parseAccept(header)) qualities.set(type.toLowerCase(), q);
  const qualityOf = (encoding: string): number => qualities.get(encoding) ?? qualities.get('*') ?? 0;
  const [best] = available.toSorted((one, other) => qualityOf(other) - qualityOf(one));
  const minQuality = qualities.get('identity') ?? 0;
  return best && qualityOf(best) > 0 && qualityOf(best) >= minQuality ? best : undefined;
}

import { createHash } from 'node:crypto';

/**
 * What an endpoint is called in logs, lists and records: its origin, and a digest that tells two of one origin apart.
 * Whoever knows the rest of a build hook's address can call it.
 */
export function endpointLabel(endpoint: string): string {
  // The publisher has a name.
  if (!URL.canParse(endpoint)) return endpoint;
  const { origin, href } = new URL(endpoint);
  if (href === `${origin}/`) return origin;
  return `${origin} (${createHash('sha256').update(href).digest('hex').slice(0, 6)})`;
}

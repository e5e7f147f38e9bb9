/**
 * Only paths of this app: an address elsewhere would make the login page an open redirect. Signs that browsers drop from
 * addresses are no part of a path either.
 *
 * @returns undefined for anything else
 */
export function getSafeRedirectPath(value: unknown): string | undefined {
  return typeof value === 'string' && /^\/(?![/\\])[^\p{Cc}]*$/u.test(value) ? value : undefined;
}

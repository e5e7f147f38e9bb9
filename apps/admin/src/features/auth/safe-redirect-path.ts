/**
 * Returns the value if it is a path of this app, otherwise undefined: any other URL would make the sign-in page an open
 * redirect. Control characters, which browsers remove from URLs, are rejected.
 */
export function getSafeRedirectPath(value: unknown): string | undefined {
  return typeof value === 'string' && /^\/(?![/\\])[^\p{Cc}]*$/u.test(value) ? value : undefined;
}

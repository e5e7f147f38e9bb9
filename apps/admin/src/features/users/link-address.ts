const onlyHere = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * The link as it is shown. Where the server was never told its address (SITE_URL), its links name the machine itself:
 * then the address at which the admin is looked at is better. Only for the eye: what mails say comes from the server.
 */
export function shownLink(link: string, origin: string): string {
  const made = new URL(link);
  return onlyHere.test(made.hostname) ? origin + made.pathname + made.search + made.hash : link;
}

/** Whether an address leads nowhere but to the machine on which it is opened. */
export function isOnlyHere(link: string): boolean {
  return onlyHere.test(new URL(link).hostname);
}

const onlyHere = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * The link as it is shown. Where the server was never told its address (SITE_URL), its links name the machine itself:
 * then the address at which the admin is looked at is better. Only for the eye: what mails say comes from the server.
 */
export function shownLink(link: string, origin: string): string {
  if (!isOnlyHere(link)) return link;
  const { pathname, search, hash } = new URL(link);
  return origin + pathname + search + hash;
}

/** Whether an address leads nowhere but to the machine on which it is opened. */
export function isOnlyHere(link: string): boolean {
  return onlyHere.test(new URL(link).hostname);
}

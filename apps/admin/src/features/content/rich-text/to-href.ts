/** Returns a typed address as a link: adds `https://` to a domain, and `mailto:` to an email address. */
export function toHref(typed: string): string {
  const address = typed.trim();
  if (isEmailAddress(address)) return `mailto:${address}`;
  if (/^(?:[a-z0-9-]+\.)+[a-z]{2,}(?:[/?#]\S*)?$/i.test(address)) return `https://${address}`;
  return address;
}

function isEmailAddress(address: string): boolean {
  const [name, domain, ...others] = address.split('@');
  return Boolean(name && domain?.includes('.')) && others.length === 0 && !/[\s/:]/.test(address);
}

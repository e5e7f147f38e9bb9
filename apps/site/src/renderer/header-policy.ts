/** Returns a page's policy for a header, which can say who may frame the page; a meta element cannot. */
export function toHeaderPolicy(policy: string): string {
  return `${policy.trimEnd().replace(/;$/, '')}; frame-ancestors 'none'`;
}

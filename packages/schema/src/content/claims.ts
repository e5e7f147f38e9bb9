import type { SiteContent } from './site-content.ts';

/** The page of all figures. It exists while at least one figure has its source line. */
export const claimsPage = '/claims/';

/** Returns whether a figure has its source line: how it is counted, with a period or a date. */
export function hasSourceLine({ basis, period, countedOn }: { basis: string; period: string; countedOn: string }) {
  return basis !== '' && (period !== '' || countedOn !== '');
}

export function hasClaimsPage({ stats }: SiteContent): boolean {
  return [...stats.cards, ...stats.claims].some(({ value }) => hasSourceLine(value));
}

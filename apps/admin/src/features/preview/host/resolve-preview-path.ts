import { addressOf, type LinkTarget } from '@threadline/schema/link-targets';
import type { Place } from './preview-overrides.ts';

const ownPages: Record<string, string> = {
  'site.not-found': '/404/',
  'site.thanks': '/thanks/',
  'site.sitemap': '/sitemap/',
  'site.careers': '/careers/',
};

/** On every page: they do not change which one is shown. */
const everywhere = ['site', 'footer'];

/**
 * The page on which an item is seen; `shown` where that one will do.
 *
 * @param isThere false for an entry that is being written and cannot be shown yet: it has no page of its own
 */
export function pageOf({ section, key }: Place, shown: string, isThere = true): string {
  const own = ownPages[`${section}.${key}`];
  if (own) return own;
  const address = addressOf(section, key);
  if (address?.endsWith('/') && !isThere) return section === 'insights' ? '/insights/' : shown;
  if (address) return new URL(address, 'https://site.invalid').pathname;
  if (everywhere.includes(section)) return shown;
  return section === 'insights' && shown === '/insights/' ? shown : '/';
}

export interface PageChoice {
  value: string;
  label: string;
}

/** Every page that can be previewed. */
export function pageChoices(targets: readonly LinkTarget[]): PageChoice[] {
  const pages = targets.filter(({ href }) => href.startsWith('/') && !href.includes('#'));
  return [...pages.map(({ href, label }) => ({ value: href, label })), { value: '/404/', label: 'Page not found' }];
}

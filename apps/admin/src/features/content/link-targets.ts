import type { GroupedContent } from '@threadline/schema/content-item';

export interface LinkTarget {
  href: string;
  label: string;
  group: string;
}

const landing: [string, string][] = [
  ['#about', 'About'],
  ['#services', 'Services'],
  ['#stats', 'Results'],
  ['#process', 'Process'],
  ['#approach', 'How an engagement runs'],
  ['#insights', 'Insights'],
  ['#contact', 'Contact'],
  ['#growth-audit', 'Growth check'],
  ['#sample-dashboard', 'Sample dashboard'],
];

const fixedPages: [string, string][] = [
  ['/', 'Landing page'],
  ['/insights/', 'All articles'],
  ['/careers/', 'Careers'],
  ['/sitemap/', 'Site map'],
];

/** Every place on the site that a link can really lead to. */
export function linkTargets(content: GroupedContent): LinkTarget[] {
  const entries = (list: { section: string; prefix: string; group: string }, hrefOf: (id: string) => string) =>
    Object.values(content[list.section] ?? {})
      .filter(({ key }) => key.startsWith(`${list.prefix}-`))
      .map(({ key, value }) => ({
        href: hrefOf(key.slice(list.prefix.length + 1)),
        label: String((value as { title?: unknown }).title ?? key),
        group: list.group,
      }));
  const fixed =
    (group: string) =>
    ([href, label]: [string, string]) => ({ href, label, group });
  const targets = [
    ...landing.map(fixed('On the landing page')),
    ...entries({ section: 'services', prefix: 'service', group: 'Services' }, (id) => `#${id}`),
    ...fixedPages.map(fixed('Pages')),
    ...entries({ section: 'site', prefix: 'page', group: 'Pages' }, (id) => `/${id}/`),
    ...entries({ section: 'insights', prefix: 'article', group: 'Articles' }, (id) => `/insights/${id}/`),
  ];
  return targets.filter(({ href }, index) => targets.findIndex((target) => target.href === href) === index);
}

import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Violations of WCAG 2.2 AA and of axe's best practices, one line each. */
export async function violations(page: Page, part?: string): Promise<string[]> {
  const builder = new AxeBuilder({ page }).withTags(standards);
  const found = await (part ? builder.include(part) : builder).analyze();
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

/** Every page of the site as a search engine is told of them, and those that it is not told of. */
export async function listPages(siteUrl: string): Promise<string[]> {
  const sitemap = await (await fetch(`${siteUrl}/sitemap.xml`)).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
  if (listed.length < 2) throw new Error('The site map lists no pages.');
  return [...new Set([...listed, '/thanks/', '/no-such-page/'])];
}

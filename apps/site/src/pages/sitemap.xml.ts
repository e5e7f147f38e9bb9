import type { APIRoute } from 'astro';
import { loadContent } from '../content.ts';
import { getLastChange, listSearchablePages } from '../routes.ts';
import { escapeMarkup } from '../text/prose.ts';

/** Days, not moments: whatever reads it needs no more, and the second edit of a day leaves it as it is. */
export const GET: APIRoute = () => {
  const { content, siteUrl, updatedAt } = loadContent();
  const entries = listSearchablePages(content).map(
    (path) =>
      `<url><loc>${escapeMarkup(siteUrl + path)}</loc><lastmod>${(getLastChange(path, content) ?? updatedAt).slice(0, 10)}</lastmod></url>`,
  );
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`;
  return new Response(xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } });
};

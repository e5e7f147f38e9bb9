import { getFirstArticleHref } from '@threadline/schema/content/article-address';
import type { APIRoute } from 'astro';
import { loadContent } from '../../content.ts';
import { newestFirst } from '../../routes.ts';
import { escapeMarkup } from '../../text/prose.ts';
import { toHtml } from '../../text/rich-text.ts';

/** All articles in full, newest first: a reader never has to leave its program. */
export const GET: APIRoute = () => {
  const { content, siteUrl, mediaUrl } = loadContent();
  const { articles, heading, intro } = content.insights;
  const { brand, seo } = content.site;
  const items = newestFirst(articles).map(({ key, id, value }) => {
    const link = escapeMarkup(`${siteUrl}/insights/${id}/`);
    // A new address must not make the article new to readers.
    const guid = escapeMarkup(siteUrl + getFirstArticleHref({ key }));
    return [
      `<item><title>${escapeMarkup(value.title)}</title><link>${link}</link><guid>${guid}</guid>`,
      `<pubDate>${new Date(`${value.publishedOn}T00:00:00Z`).toUTCString()}</pubDate>`,
      value.author && `<dc:creator>${escapeMarkup(value.author)}</dc:creator>`,
      `<category>${escapeMarkup(value.kicker)}</category><description>${escapeMarkup(value.excerpt)}</description>`,
      `<content:encoded>${escapeMarkup(toHtml(value.body, { mediaUrl: mediaUrl || siteUrl, siteUrl }))}</content:encoded></item>`,
    ]
      .filter(Boolean)
      .join('\n');
  });
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    `<channel><title>${escapeMarkup(`${brand.name}: ${heading}`)}</title><link>${siteUrl}/insights/</link>`,
    `<description>${escapeMarkup(intro || seo.description)}</description><language>en-IN</language>`,
    `<atom:link href="${siteUrl}/insights/rss.xml" rel="self" type="application/rss+xml"/>`,
    ...items,
    '</channel></rss>\n',
  ].join('\n');
  return new Response(xml, { headers: { 'content-type': 'application/rss+xml; charset=utf-8' } });
};

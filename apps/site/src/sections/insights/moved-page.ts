import type { Article } from '../../routes.ts';
import { escapeMarkup } from '../../text/prose.ts';

/**
 * Returns the page at a former address of an article. Servers that read the header answer with a redirect; on others the page
 * itself leads on.
 */
export function createMovedPage({ id, value }: Article, siteUrl: string): Response {
  const path = `/insights/${id}/`;
  const title = escapeMarkup(value.title);
  const html = [
    '<!doctype html>',
    `<html lang="en-IN"><head><meta charset="utf-8"><title>${title}</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<link rel="canonical" href="${escapeMarkup(siteUrl + path)}"><meta http-equiv="refresh" content="0; url=${path}">`,
    `</head><body><p><a href="${path}">${title}</a></p></body></html>\n`,
  ].join('\n');
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      location: path,
    },
  });
}

import type { APIRoute } from 'astro';
import { loadContent } from '../content.ts';

export const GET: APIRoute = () => {
  const { siteUrl } = loadContent();
  const lines = [
    'User-agent: *',
    'Allow: /',
    'Disallow: /admin/',
    'Disallow: /api/',
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ];
  return new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } });
};

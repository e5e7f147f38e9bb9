import type { APIRoute } from 'astro';
import { loadContent } from '../../content.ts';

const yearMs = 365 * 24 * 60 * 60 * 1000;

/** RFC 9116: where to report a weakness. It lapses a year after the day of the last edit; the same content gives the same file. */
export const GET: APIRoute = () => {
  const { content, siteUrl, updatedAt } = loadContent();
  const { email } = content.site.contact;
  const lines = [
    `Contact: ${email ? `mailto:${email}` : `${siteUrl}/#enquiry`}`,
    `Expires: ${new Date(Date.parse(updatedAt.slice(0, 10)) + yearMs).toISOString()}`,
    'Preferred-Languages: en, hi',
    `Canonical: ${siteUrl}/.well-known/security.txt`,
    '',
  ];
  return new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8' } });
};

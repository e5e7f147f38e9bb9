import { createBrandTokens } from '@threadline/design-tokens/brand-colors';
import type { APIRoute } from 'astro';
import { loadContent } from '../content.ts';

export const GET: APIRoute = () => {
  const { brand, seo } = loadContent().content.site;
  const manifest = {
    name: brand.name,
    short_name: brand.short,
    description: seo.description,
    lang: 'en-IN',
    start_url: '/',
    display: 'browser',
    background_color: '#fbfcfa',
    theme_color: createBrandTokens(brand.colors).colors.band.light,
    icons: [
      { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/apple-touch-icon.png', type: 'image/png', sizes: '180x180' },
    ],
  };
  const body = `${JSON.stringify(manifest)}\n`;
  return new Response(body, { headers: { 'content-type': 'application/manifest+json; charset=utf-8' } });
};

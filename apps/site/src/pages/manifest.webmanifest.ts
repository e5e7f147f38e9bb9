import { createBrandTokens } from '@threadline/design-tokens/brand-colors';
import type { APIRoute } from 'astro';
import { loadContent } from '../content.ts';
import { getIcons } from '../seo/own-images.ts';

export const GET: APIRoute = () => {
  const loaded = loadContent();
  const { brand, seo } = loaded.content.site;
  const { tab, homeScreen } = getIcons(loaded);
  const manifest = {
    name: brand.name,
    short_name: brand.short,
    description: seo.description,
    lang: 'en-IN',
    start_url: '/',
    display: 'browser',
    background_color: '#fbfcfa',
    theme_color: createBrandTokens(brand.colors).colors.band.light,
    icons: homeScreen ? [tab, homeScreen] : [tab],
  };
  const body = `${JSON.stringify(manifest)}\n`;
  return new Response(body, { headers: { 'content-type': 'application/manifest+json; charset=utf-8' } });
};

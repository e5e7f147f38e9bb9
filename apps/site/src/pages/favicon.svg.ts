import { drawFavicon } from '@threadline/artwork/scenes/ornaments';
import { recolorMarkup } from '@threadline/design-tokens/brand-colors';
import type { APIRoute } from 'astro';
import { loadContent } from '../content.ts';

export const GET: APIRoute = () => {
  const { viewBox, body } = drawFavicon();
  const { colors } = loadContent().content.site.brand;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" fill="none" stroke-linecap="round">${recolorMarkup(body, colors)}</svg>\n`;
  return new Response(svg, { headers: { 'content-type': 'image/svg+xml' } });
};

import { drawFavicon } from '@threadline/artwork/scenes/ornaments';
import type { APIRoute } from 'astro';

export const GET: APIRoute = () => {
  const { viewBox, body } = drawFavicon();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" fill="none" stroke-linecap="round">${body}</svg>\n`;
  return new Response(svg, { headers: { 'content-type': 'image/svg+xml' } });
};

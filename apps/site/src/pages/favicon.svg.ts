import type { APIRoute } from 'astro';
import { favicon } from '../art/scenes/ornaments.ts';

export const GET: APIRoute = () => {
  const { viewBox, body } = favicon();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" fill="none" stroke-linecap="round">${body}</svg>\n`;
  return new Response(svg, { headers: { 'content-type': 'image/svg+xml' } });
};

import { recolor } from '@threadline/design-tokens/brand-colors';
import type { APIRoute } from 'astro';
import { loadContent } from '../content.ts';
import icon from '../seo/home-screen-icon.json' with { type: 'json' };
import { recolorPng } from '../share/png.ts';

/** The design's icon for the home screen of a phone, in the colours of the brand. */
export const GET: APIRoute = () => {
  const { colors } = loadContent().content.site.brand;
  const png = recolorPng(Buffer.from(icon.png, 'base64'), (hex) => recolor(`#${hex}`, colors).slice(1));
  return new Response(Uint8Array.from(png), { headers: { 'content-type': 'image/png' } });
};

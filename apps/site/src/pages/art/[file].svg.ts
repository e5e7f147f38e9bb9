import { listArtFiles } from '@threadline/artwork/art-files';
import type { APIRoute } from 'astro';
import { loadContent } from '../../content.ts';
import { getLandingSprite } from '../../drawings/landing-sprite.ts';

function allFiles() {
  return [...listArtFiles(), getLandingSprite(loadContent().content)];
}

export function getStaticPaths() {
  return allFiles().map(({ url }) => ({ params: { file: url.slice('/art/'.length, -'.svg'.length) } }));
}

export const GET: APIRoute = ({ params }) => {
  const file = allFiles().find(({ url }) => url === `/art/${params.file}.svg`);
  if (!file) throw new Error(`There is no drawing ${params.file}.`);
  return new Response(file.svg, { headers: { 'content-type': 'image/svg+xml' } });
};

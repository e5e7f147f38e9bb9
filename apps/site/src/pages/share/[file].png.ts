import type { APIRoute } from 'astro';
import { loadContent } from '../../content.ts';
import { sharePath, sharePicture } from '../../share/share-picture.ts';
import { listShares } from '../../share/shares.ts';

export function getStaticPaths() {
  const paths = new Set(listShares(loadContent().content).map(sharePath));
  return Array.from(paths, (path) => ({ params: { file: path.slice('/share/'.length, -'.png'.length) } }));
}

export const GET: APIRoute = ({ params }) => {
  const share = listShares(loadContent().content).find((each) => sharePath(each) === `/share/${params.file}.png`);
  if (!share) throw new Error(`There is no picture ${params.file}.`);
  return new Response(Buffer.from(sharePicture(share)), { headers: { 'content-type': 'image/png' } });
};

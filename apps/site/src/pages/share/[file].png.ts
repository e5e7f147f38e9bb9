import type { APIRoute } from 'astro';
import { loadContent } from '../../content.ts';
import { getSharePath, renderSharePicture } from '../../share/share-picture.ts';
import { listShares } from '../../share/shares.ts';

export function getStaticPaths() {
  const paths = new Set(listShares(loadContent().content).map(getSharePath));
  return Array.from(paths, (path) => ({ params: { file: path.slice('/share/'.length, -'.png'.length) } }));
}

export const GET: APIRoute = ({ params }) => {
  const share = listShares(loadContent().content).find((each) => getSharePath(each) === `/share/${params.file}.png`);
  if (!share) throw new Error(`There is no picture ${params.file}.`);
  return new Response(Buffer.from(renderSharePicture(share)), { headers: { 'content-type': 'image/png' } });
};

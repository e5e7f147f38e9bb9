import type { APIRoute } from 'astro';
import { loadContent } from '../../content.ts';
import { getDataFile } from '../../data-file.ts';

export function getStaticPaths() {
  const { url } = getDataFile(loadContent().content);
  return [{ params: { file: url.slice('/data/'.length, -'.json'.length) } }];
}

export const GET: APIRoute = ({ params }) => {
  const { url, json } = getDataFile(loadContent().content);
  if (url !== `/data/${params.file}.json`) throw new Error(`There is no data file ${params.file}.`);
  return new Response(json, { headers: { 'content-type': 'application/json' } });
};

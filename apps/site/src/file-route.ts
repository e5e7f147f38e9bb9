import type { APIRoute } from 'astro';
import { loadContent } from './content.ts';
import { listHashedFiles } from './hashed-files.ts';

/** Returns an endpoint for the files of one folder. */
export function createFileRoute(folder: string, extension: string) {
  const toUrl = (file: string | undefined) => `/${folder}/${file}.${extension}`;
  const getStaticPaths = () =>
    listHashedFiles(loadContent().content)
      .filter(({ url }) => url.startsWith(`/${folder}/`))
      .map(({ url }) => ({ params: { file: url.slice(folder.length + 2, -extension.length - 1) } }));
  const GET: APIRoute = ({ params }) => {
    const file = listHashedFiles(loadContent().content).find(({ url }) => url === toUrl(params.file));
    if (!file) throw new Error(`There is no file ${toUrl(params.file)}.`);
    return new Response(file.createBody(), { headers: { 'content-type': file.contentType } });
  };
  return { getStaticPaths, GET };
}

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { startServer } from '../../object-store/test/start-server.ts';

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: { properties?: Record<string, { type?: string }> };
}
type Operation = { consumes?: string[]; parameters?: Parameter[] };
type PathItem = Record<string, Operation> & { parameters?: Parameter[] };

const description = createRequire(import.meta.url).resolve('@netlify/open-api');
const { basePath, paths } = JSON.parse(readFileSync(description, 'utf8')) as {
  basePath: string;
  paths: Record<string, PathItem>;
};

interface Deploy {
  id: string;
  state: string;
  title: string;
  draft: boolean;
  files: Record<string, string>;
}

export const netlifyToken = 'netlify-word';
export const netlifySite = 'site-1';

/**
 * Starts a server that follows the protocol of Netlify's deploys as its OpenAPI description and documentation state it,
 * and refuses requests that the description does not allow. Netlify itself may differ.
 */
export async function startNetlifyServer() {
  const blobs = new Map<string, Buffer>();
  const deploys = new Map<string, Deploy>();
  const mistakes: string[] = [];
  const requests: string[] = [];
  let published: Deploy | undefined;
  let answerToAll: { status: number; headers?: Record<string, string>; body?: string } | undefined;

  const lacking = ({ files }: Deploy) => [...new Set(Object.values(files))].filter((sha1) => !blobs.has(sha1));
  const describe = (deploy: Deploy) => ({
    id: deploy.id,
    state: deploy.state,
    title: deploy.title,
    draft: deploy.draft,
    required: lacking(deploy),
  });

  const handlers: Record<string, (call: Call) => unknown> = {
    'GET /sites/{site_id}': () => ({
      id: netlifySite,
      name: 'example',
      ...(published && { published_deploy: describe(published) }),
    }),
    'POST /sites/{site_id}/deploys': ({ body, query }) => {
      const { files, draft } = JSON.parse(body.toString());
      const id = `deploy-${deploys.size + 1}`;
      const deploy: Deploy = { id, state: 'uploading', title: query.get('title') ?? '', draft, files };
      deploys.set(id, deploy);
      return describe(deploy);
    },
    'PUT /deploys/{deploy_id}/files/{path}': ({ body, values }) => {
      const sha1 = createHash('sha1').update(body).digest('hex');
      const path = `/${values.path}`;
      if (deploys.get(values.deploy_id ?? '')?.files[path] !== sha1) mistakes.push(`${path} has another digest`);
      blobs.set(sha1, body);
      return { id: path, path, sha: sha1 };
    },
    'GET /deploys/{deploy_id}': ({ values }) => {
      const deploy = deploys.get(values.deploy_id ?? '');
      if (!deploy) return undefined;
      if (deploy.state === 'processing') deploy.state = 'ready';
      if (deploy.state === 'uploading' && lacking(deploy).length === 0) deploy.state = 'processing';
      return describe(deploy);
    },
    'POST /sites/{site_id}/deploys/{deploy_id}/restore': ({ values }) => {
      const deploy = deploys.get(values.deploy_id ?? '');
      if (deploy?.state !== 'ready') mistakes.push(`${values.deploy_id} is not ready`);
      else published = deploy;
      return deploy && describe(deploy);
    },
  };

  const apiUrl = await startServer(async (request, reply) => {
    const body = await buffer(request);
    requests.push(`${request.method} ${request.url}`);
    if (answerToAll) {
      const { status, headers, body: text = '{"message":"netlify-word"}' } = answerToAll;
      return void reply.writeHead(status, headers).end(text);
    }
    if (request.headers.authorization !== `Bearer ${netlifyToken}`) return void reply.writeHead(401).end('{}');
    const call = parseCall(request, body, mistakes);
    const answer = call && handlers[call.operation]?.(call);
    if (call?.values.site_id && call.values.site_id !== netlifySite) return void reply.writeHead(404).end('{}');
    reply.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    reply.end(JSON.stringify(answer ?? {}));
  });

  const visibleAt = await startServer(({ url = '' }, reply) => {
    const path = url.endsWith('/') ? `${url}index.html` : url;
    const body = blobs.get(published?.files[path] ?? '');
    if (body) reply.end(body);
    else reply.writeHead(404).end();
  });

  return {
    apiUrl,
    visibleAt,
    /** Parts of requests that the description does not allow. */
    mistakes,
    requests,
    /** Returns a file of the visible deploy. */
    readFile: (path: string) => blobs.get(published?.files[path] ?? '')?.toString(),
    /** Answers all further requests like this. */
    setAnswer(next: typeof answerToAll): void {
      answerToAll = next;
    },
  };
}

interface Call {
  /** Method and path as in the description. */
  operation: string;
  values: Record<string, string>;
  query: URLSearchParams;
  body: Buffer;
}

/** Finds the described operation, and notes what it does not allow. */
function parseCall({ method = '', url = '', headers }: IncomingMessage, body: Buffer, mistakes: string[]) {
  const { pathname, searchParams: query } = new URL(url, 'http://localhost');
  for (const [path, item] of Object.entries(paths)) {
    const pattern = path.replaceAll(/\{(\w+)\}/g, (_, name) => (name === 'path' ? ':path(.+)' : `:${name}`));
    const found = new URLPattern({ pathname: basePath + pattern }).exec({ pathname })?.pathname;
    const operation = item[method.toLowerCase()];
    if (!found || !operation) continue;
    const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
    const unknown = [
      ...listUnknownParts(parameters, { query, body }),
      ...(operation.consumes?.includes(headers['content-type'] ?? '') === false ? ['content type'] : []),
    ];
    mistakes.push(...unknown.map((part) => `${method} ${path}: ${part}`));
    const values = Object.fromEntries(
      Object.entries(found.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value ?? '')]),
    );
    return { operation: `${method} ${path}`, values, query, body } satisfies Call;
  }
  mistakes.push(`${method} ${pathname} is not described`);
  return undefined;
}

/** Lists the parts of a request that are not among the parameters of its operation. */
function listUnknownParts(parameters: Parameter[], { query, body }: Pick<Call, 'query' | 'body'>): string[] {
  const known = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const properties = parameters.find((parameter) => parameter.in === 'body')?.schema?.properties;
  const fields = properties ? Object.entries(JSON.parse(body.toString())) : [];
  return [
    ...[...query.keys()].filter((name) => !known.includes(name)),
    ...fields.filter(([name, value]) => properties?.[name]?.type !== typeof value).map(([name]) => name),
  ];
}

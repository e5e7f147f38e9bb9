import { readFileSync } from 'node:fs';
import { Miniflare, type WorkerOptions } from 'miniflare';
import { build } from 'vite';

const root = new URL('..', import.meta.url);
/** The configuration of the deployment. It has no comments, so it is plain JSON. */
const wrangler = JSON.parse(readFileSync(new URL('wrangler.jsonc', root), 'utf8'));

/** Builds the program that is deployed. */
async function buildWorker(): Promise<string> {
  const result = await build({ root: root.pathname, logLevel: 'warn', build: { write: false } });
  const [output] = [result].flat();
  if (!output || !('output' in output) || output.output.length !== 1) throw new Error('The worker is not one module.');
  return output.output[0].code;
}

/** Makes the store of a worker fail or hang, as `mode` says. */
const unreliableStore = `export default ({ STORE, MODE }) => ({
  async get(key) {
    const mode = await (await MODE.fetch('http://mode/')).text();
    if (mode === 'failing') throw new Error('get: We encountered an internal error. Please try again. (10001)');
    if (mode === 'hanging') await scheduler.wait(60_000);
    return STORE.get(key);
  },
});`;

/** Reads objects by a function of the test instead of from a bucket. */
const remoteStore = `export default ({ READ }) => ({
  async get(key) {
    const reply = await READ.fetch('http://store/' + encodeURIComponent(key));
    return reply.ok ? reply : null;
  },
});`;

export interface EdgeWorker {
  /** The bucket that the worker reads; workers with the same bucket are isolates of one deployment. */
  bucket: string;
  /** Reads an object of another store instead. */
  read?: (key: string) => Promise<Uint8Array | undefined>;
  pointerMs?: number;
  appUrl?: string;
  /** Default: a free one. */
  port?: number;
  /** Returns the present behaviour of the store. */
  mode?: () => 'working' | 'failing' | 'hanging';
}

/** Starts workers in workerd, each in an isolate of its own. */
export async function startEdge(workers: Record<string, EdgeWorker>) {
  const code = await buildWorker();
  const [{ binding }] = wrangler.r2_buckets;
  const toOptions = ([name, { bucket, pointerMs = 0, appUrl = '', port = 0, mode, read }]: [
    string,
    EdgeWorker,
  ]): WorkerOptions[] => {
    const worker: WorkerOptions = {
      name,
      script: code,
      modules: true,
      compatibilityDate: wrangler.compatibility_date,
      bindings: { ...wrangler.vars, POINTER_MS: pointerMs, API_ORIGIN: appUrl },
      unsafeDirectSockets: [{ host: '127.0.0.1', port }],
    };
    if (!mode && !read) return [{ ...worker, r2Buckets: { [binding]: bucket } }];
    const store = { name: `${name}-store`, modules: true };
    const reader = { ...worker, wrappedBindings: { [binding]: { scriptName: store.name } } };
    if (mode) {
      const serviceBindings = { MODE: async () => new Response(mode()) as never };
      return [reader, { ...store, script: unreliableStore, r2Buckets: { STORE: bucket }, serviceBindings }];
    }
    const answer = async ({ url }: { url: string }) => {
      const body = await read?.(decodeURIComponent(new URL(url).pathname.slice(1)));
      return new Response(body ? new Uint8Array(body) : null, { status: body ? 200 : 404 }) as never;
    };
    return [reader, { ...store, script: remoteStore, serviceBindings: { READ: answer } }];
  };
  const miniflare = new Miniflare({ cf: false, workers: Object.entries(workers).flatMap(toOptions) });
  await miniflare.ready;
  const names = Object.keys(workers);
  const urls = await Promise.all(names.map((name) => miniflare.unsafeGetDirectURL(name)));
  return {
    /** Returns the origin of a worker. */
    origin: (name: string) => (urls[names.indexOf(name)] as URL).origin,
    /** Returns the bucket that a worker reads. */
    bucket: (name: string) => miniflare.getR2Bucket(binding, name),
    /** Sends a request with properties that Cloudflare adds, such as `clientAcceptEncoding`. */
    async fetchWithProperties(name: string, path: string, cf: Record<string, string>) {
      const worker = await miniflare.getWorker(name);
      // The network replaces the header with one that names both encodings.
      const headers = { 'accept-encoding': 'gzip, br' };
      return worker.fetch(`http://edge.test${path}`, { headers, cf: cf as never });
    },
    stop: () => miniflare.dispose(),
  };
}

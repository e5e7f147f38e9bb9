import { readdirSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { Hono } from 'hono';
import { requestId } from 'hono/request-id';
import type { Deps } from '../src/context.ts';
import { onError } from '../src/platform/http/problem-response.ts';

/** Mounts the routers under test like the server, with its error responses. */
export function createTestApp(deps: Deps, routers: [path: string, router: unknown][]) {
  const app = new Hono().use(requestId());
  app.onError(onError(deps.log));
  for (const [path, router] of routers) app.route(path, router as Hono);
  return app;
}

export interface Call {
  method?: string;
  /** Sent as JSON, unless it is text or bytes. */
  body?: unknown;
  token?: string;
  headers?: Record<string, string>;
  /** The client's IP address. */
  address?: string;
  /** Called when the response has arrived, before its deferred work. */
  onReply?: () => void;
}

/** Sends a request, reads the JSON response, and waits for deferred work. */
export async function send(app: Hono, path: string, { body, token, headers, address, method, onReply }: Call = {}) {
  const init: RequestInit = {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: isRaw(body) ? body : JSON.stringify(body) }),
  };
  const reply = await app.request(path, init, { incoming: { socket: { remoteAddress: address ?? '203.0.113.7' } } });
  const text = await reply.text();
  onReply?.();
  await turn();
  const isJson = text !== '' && reply.headers.get('content-type')?.includes('json');
  // biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape of the response
  return { status: reply.status, headers: reply.headers, text, body: (isJson ? JSON.parse(text) : {}) as any };
}

function isRaw(body: unknown): body is string | ArrayBuffer {
  return typeof body === 'string' || body instanceof ArrayBuffer;
}

/** Tables whose rows are not a trace of a request: counters of rate limits, and bookkeeping of the migrations. */
const ignoredTables = new Set(['rate_limits', '__drizzle_migrations', 'sqlite_sequence']);

/**
 * Returns everything that a rejected request must leave unchanged: the rows of all tables, and the files of the data
 * folder.
 */
export function footprint({ config, db }: Pick<Deps, 'config' | 'db'>): unknown {
  const tables = db.$client
    .prepare<[], { name: string }>("select name from sqlite_master where type = 'table' order by name")
    .all()
    .filter(({ name }) => !ignoredTables.has(name));
  const rows = tables.map(({ name }) => [name, db.$client.prepare(`select * from "${name}"`).all()]);
  return { rows, files: readdirSync(config.dataDir, { recursive: true }).sort() };
}

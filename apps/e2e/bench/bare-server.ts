import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

/** The baseline of bench/throughput.ts: a bare Hono handler that returns given bytes, and 304 for requests with an ETag. */
const [bodyFile, contentType] = process.argv.slice(2);
const body = readFileSync(bodyFile ?? '');
const headers = { 'content-type': contentType ?? 'text/html', etag: '"bare"' };

const app = new Hono()
  .get('/tagged', (context) => context.body(null, 304, headers))
  .get('*', (context) => context.body(body, 200, headers));

serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  console.log(port);
});

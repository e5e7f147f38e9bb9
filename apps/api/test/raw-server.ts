import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { createApp, createFetch, createServices } from '../src/app.ts';
import type { Deps } from '../src/context.ts';
import { listen } from '../src/platform/http/listen.ts';

/** Serves the whole API on its own port until the end of the test, for requests that `fetch` cannot send. */
export async function startRawServer(deps: Deps) {
  const services = createServices(deps);
  const fetch = createFetch(createApp(deps, services), services);
  const server = await listen(fetch, { http: { ...deps.config.http, port: 0, host: '127.0.0.1' } });
  onTestFinished(() => void server.close());
  return { server, port: (server.address() as AddressInfo).port };
}

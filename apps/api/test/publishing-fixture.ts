import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { deliveries as deliveriesTable } from '../src/platform/db/schema/core.ts';
import { createJobQueue } from '../src/platform/jobs/job-queue.ts';
import { createPublishing } from '../src/publishing/service.ts';
import { createDeliveries, listEndpoints } from '../src/publishing/webhooks/deliveries.ts';
import { createTestDeps } from './create-test-deps.ts';

export interface ReceivedCall {
  headers: IncomingMessage['headers'];
  body: string;
}

/** Starts a webhook endpoint that responds as specified and records its requests. */
export async function startEndpoint(status: () => number, headers: () => Record<string, string> = () => ({})) {
  const calls: ReceivedCall[] = [];
  const server = createServer(async (request, response) => {
    calls.push({ headers: request.headers, body: await text(request) });
    response.writeHead(status(), { location: 'http://127.0.0.1:1/', ...headers() }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { calls, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Creates publishing with an endpoint, on a new database. `sendDue` sends the due deliveries. */
export async function createPublishingFixture({
  status = () => 202,
  headers = () => ({}),
  env = {},
}: {
  status?: () => number;
  headers?: () => Record<string, string>;
  env?: Record<string, string>;
} = {}) {
  const endpoint = await startEndpoint(status, headers);
  const deps = createTestDeps({ PUBLISHER_URL: endpoint.url, ...env });
  const start = () => {
    const jobs = createJobQueue(deps);
    onTestFinished(jobs.stop);
    return { jobs, deliveries: createDeliveries(deps, jobs) };
  };
  const { jobs, deliveries } = start();
  const publishing = createPublishing(deps, listEndpoints(deps.config), deliveries.wake);
  const save = (revision: number) => {
    deps.db.transaction((tx) => publishing.recordSaved(tx, { revision, at: deps.now().toISOString(), by: null }));
    publishing.notify();
  };
  const rows = () => deps.db.select().from(deliveriesTable).all();
  return { deps, publishing, deliveries, jobs, sendDue: jobs.runDue, restart: start, endpoint, save, rows };
}

import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { Snapshot } from '@threadline/schema/snapshot';
import type { RenderedPage, RenderedSite, WorkerMessage } from './rendered-site.ts';

/** What `server/entry.mjs` of the site's renderer bundle exports. */
interface Bundle {
  routes(snapshot: Snapshot): string[];
  render(path: string, snapshot: Snapshot): Promise<Omit<RenderedPage, 'body'> & { body: Uint8Array }>;
}

const port = parentPort;
if (!port) throw new Error('This file runs as a worker.');

const { entryFile } = workerData as { entryFile: string };
const bundle: Partial<Bundle> = await import(pathToFileURL(entryFile).href);
if (typeof bundle.routes !== 'function' || typeof bundle.render !== 'function') {
  throw new Error('server/entry.mjs does not export routes and render.');
}
const { routes, render } = bundle as Bundle;

function send(message: WorkerMessage, transfer: ArrayBuffer[] = []): void {
  port?.postMessage(message, transfer);
}

async function renderSite(snapshot: Snapshot): Promise<void> {
  const site: RenderedSite = new Map();
  let path: string | undefined;
  try {
    for (path of routes(snapshot)) {
      const { status, contentType, headers, body } = await render(path, snapshot);
      // A copy of its own: small buffers share their memory with others, which must not travel along.
      site.set(path, { status, contentType, headers, body: new Uint8Array(body) });
    }
  } catch (error) {
    const faults = (error as { faults?: unknown } | null)?.faults;
    const detail = error instanceof Error ? error.message : String(error);
    send({ kind: 'refused', detail, path, ...(Array.isArray(faults) && { faults }) });
    return;
  }
  send(
    { kind: 'rendered', site },
    [...site.values()].map((page) => page.body.buffer),
  );
}

port.on('message', renderSite);
send({ kind: 'ready' });

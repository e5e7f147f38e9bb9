import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { Snapshot } from '@threadline/schema/snapshot';
import type { RenderedPage, WorkerMessage } from './rendered-site.ts';

/** The exports of `server/entry.mjs` in the site's renderer bundle. */
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

type BundlePage = Awaited<ReturnType<Bundle['render']>>;

/** The pages that the publisher already has. The bundle returns the same object for an unchanged page. */
let sent = new Map<string, BundlePage>();

async function renderSite(snapshot: Snapshot): Promise<void> {
  const site = new Map<string, BundlePage>();
  let path: string | undefined;
  try {
    for (path of routes(snapshot)) site.set(path, await render(path, snapshot));
  } catch (error) {
    const faults = (error as { faults?: unknown } | null)?.faults;
    const detail = error instanceof Error ? error.message : String(error);
    send({ kind: 'refused', detail, path, ...(Array.isArray(faults) && { faults }) });
    return;
  }
  const answer = new Map<string, RenderedPage | 'same'>();
  for (const [each, page] of site) answer.set(each, sent.get(each) === page ? 'same' : copyPage(page));
  sent = site;
  const fresh = [...answer.values()].filter((page) => page !== 'same');
  send(
    { kind: 'rendered', site: answer },
    fresh.map((page) => page.body.buffer),
  );
}

/** Copies the body, so that its buffer can be transferred to the publisher. */
function copyPage({ status, contentType, headers, body }: BundlePage): RenderedPage {
  return { status, contentType, headers, body: new Uint8Array(body) };
}

port.on('message', renderSite);
send({ kind: 'ready' });

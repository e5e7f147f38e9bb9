import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { Snapshot } from '@threadline/schema/content/snapshot';
import type { PreviewField, RenderRequest } from '@threadline/schema/wire/preview';
import type { RenderedPage, WorkerReply, WorkerRequest } from './renderer.ts';

type Page = Omit<RenderedPage, 'body'> & { body: Uint8Array };

/** The exports of `server/entry.mjs` in the compiled site. */
interface Bundle {
  routes(snapshot: Snapshot): string[];
  render(path: string, snapshot: Snapshot): Promise<Page>;
  renderTagged(path: string, snapshot: Snapshot): Promise<Page & { fields: PreviewField[] }>;
}

const port = parentPort;
if (!port) throw new Error('This file runs as a worker.');

const { entryFile } = workerData as { entryFile: string };
const bundle: Partial<Bundle> = await import(pathToFileURL(entryFile).href);
if (!bundle.routes || !bundle.render || !bundle.renderTagged) {
  throw new Error('server/entry.mjs does not export routes, render and renderTagged.');
}
const { routes, render, renderTagged } = bundle as Bundle;
const decoder = new TextDecoder();

/** The pages that the publisher already has. The bundle returns the same object for a page that has not changed. */
let sent = new Map<string, Page>();

async function renderSite(snapshot: Snapshot): Promise<WorkerReply> {
  const site = new Map<string, Page>();
  let path: string | undefined;
  try {
    for (path of routes(snapshot)) site.set(path, await render(path, snapshot));
  } catch (error) {
    return toRefusal(error, path);
  }
  const pages = new Map<string, RenderedPage | 'same'>();
  for (const [each, page] of site) pages.set(each, sent.get(each) === page ? 'same' : copyPage(page));
  sent = site;
  return { kind: 'site', pages };
}

async function renderPage({ path, snapshot, isTagged }: RenderRequest): Promise<WorkerReply> {
  try {
    if (!routes(snapshot).includes(path)) return { kind: 'page' };
    const page = isTagged ? await renderTagged(path, snapshot) : { ...(await render(path, snapshot)), fields: [] };
    // Editors see the article itself: they open it at the address of its key.
    const { location } = page.headers;
    if (location !== undefined && location !== path) return renderPage({ path: location, snapshot, isTagged });
    return { kind: 'page', page: { ...page, body: decoder.decode(page.body) } };
  } catch (error) {
    return toRefusal(error, path);
  }
}

function toRefusal(error: unknown, path: string | undefined): WorkerReply {
  const faults = (error as { faults?: unknown } | null)?.faults;
  const detail = error instanceof Error ? error.message : String(error);
  return { kind: 'refused', detail, path, ...(Array.isArray(faults) && { faults }) };
}

/** With its own bytes, which can be transferred instead of copied again. */
function copyPage({ status, contentType, headers, body }: Page): RenderedPage {
  return { status, contentType, headers, body: new Uint8Array(body) };
}

function send(reply: WorkerReply): void {
  const pages = reply.kind === 'site' ? [...reply.pages.values()].filter((page) => page !== 'same') : [];
  port?.postMessage(
    reply,
    pages.map((page) => page.body.buffer),
  );
}

port.on('message', async (request: WorkerRequest) => {
  send(request.kind === 'site' ? await renderSite(request.snapshot) : await renderPage(request));
});
send({ kind: 'ready' });

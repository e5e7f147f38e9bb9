import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { PreviewField, RenderRequest } from '@threadline/schema/preview';
import type { Snapshot } from '@threadline/schema/snapshot';
import type { RenderedPage } from '../render/rendered-site.ts';
import type { PreviewAnswer } from './answer.ts';

type Page = Omit<RenderedPage, 'body'> & { body: Uint8Array };

/** The exports of `server/entry.mjs` in the site's renderer bundle. */
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

async function answer({ path, snapshot, isTagged }: RenderRequest): Promise<PreviewAnswer> {
  try {
    if (!routes(snapshot).includes(path)) return { kind: 'unknown' };
    const page = isTagged ? await renderTagged(path, snapshot) : { ...(await render(path, snapshot)), fields: [] };
    return { kind: 'rendered', page: { ...page, body: decoder.decode(page.body) } };
  } catch (error) {
    const faults = (error as { faults?: unknown } | null)?.faults;
    return { kind: 'refused', detail: error instanceof Error ? error.message : String(error), faults };
  }
}

port.on('message', async (request: RenderRequest) => port.postMessage(await answer(request)));
port.postMessage({ kind: 'ready' } satisfies PreviewAnswer);

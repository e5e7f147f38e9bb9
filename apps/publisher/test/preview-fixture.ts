import { resolve } from 'node:path';
import { createApp } from '../src/app.ts';
import { createRenderer } from '../src/render/renderer.ts';

const fixtureEntry = resolve(import.meta.dirname, 'fixtures/bundle/server/entry.mjs');

/** Creates the publisher's HTTP interface with a renderer of the fixture bundle. */
export function createPreviewFixture({ timeoutMs = 20_000, entryFile = fixtureEntry } = {}) {
  const renderer = createRenderer({ entryFile, timeoutMs, idleMs: 60_000 });
  const token = 't'.repeat(64);
  const revisions: number[] = [];
  const create = (options: { webhookSecret: string; notReady?: string }) =>
    createApp({
      webhookSecret: options.webhookSecret,
      onEvent: (revision) => revisions.push(revision),
      notReady: () => options.notReady,
      token,
      getRenderer: () => renderer,
    });
  const post = (path: string, body: unknown, authorization = `Bearer ${token}`) =>
    create({ webhookSecret: 'whsec_AAAA' }).request(path, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  return {
    renderer,
    create,
    revisions,
    requestPreview: (body: unknown, authorization?: string) => post('/preview', body, authorization),
  };
}

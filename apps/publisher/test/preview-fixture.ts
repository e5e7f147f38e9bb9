import { resolve } from 'node:path';
import { createApp } from '../src/app.ts';
import { createPreviewer } from '../src/preview/previewer.ts';

const fixtureEntry = resolve(import.meta.dirname, 'fixtures/bundle/server/entry.mjs');

/** Creates the publisher's HTTP routes with a previewer of the fixture bundle. */
export function createPreviewFixture({ timeoutMs = 20_000, idleMs = 60_000, entryFile = fixtureEntry } = {}) {
  let code = { id: 'one', entryFile };
  const previewer = createPreviewer({ latestCode: () => code, timeoutMs, idleMs });
  const token = 't'.repeat(64);
  const revisions: number[] = [];
  const create = (more: { webhookSecret: string; notReady?: string }) =>
    createApp({
      webhookSecret: more.webhookSecret,
      onEvent: (revision) => revisions.push(revision),
      notReady: () => more.notReady,
      token,
      previewer,
    });
  return {
    previewer,
    create,
    revisions,
    /** Simulates a new build of the site. */
    install(next: { id: string; entryFile?: string }) {
      code = { entryFile, ...next };
    },
    ask(body: unknown, authorization = `Bearer ${token}`) {
      return create({ webhookSecret: 'whsec_AAAA' }).request('/preview', {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
    },
  };
}

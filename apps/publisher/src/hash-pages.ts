import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { snapshotSchema } from '@threadline/schema/content/snapshot';
import { configFromProcess } from './config.ts';
import { describeError, PublishFailure } from './publish-failure.ts';
import { readBundle } from './render/bundle.ts';
import { createRenderer, type Renderer } from './render/renderer.ts';

const renderTimeoutMs = 60_000;

/**
 * `node hash-pages.js < snapshot.json` renders a snapshot and prints the hash of each page as JSON, `{ "/": "…" }`. It
 * is a separate program, so that verifying a backup affects neither publishing nor the API. Exit code 1 and a sentence
 * if the snapshot cannot be rendered.
 */
let renderer: Renderer | undefined;
try {
  const { rendererDir } = configFromProcess();
  const snapshot = snapshotSchema.parse(JSON.parse(await text(process.stdin)));
  const { entryFile } = await readBundle(rendererDir);
  renderer = createRenderer({ entryFile, timeoutMs: renderTimeoutMs, idleMs: renderTimeoutMs });
  const site = await renderer.renderSite(snapshot);
  const hashes = [...site].map(([path, { body }]) => [path, createHash('sha256').update(body).digest('hex')]);
  process.stdout.write(JSON.stringify(Object.fromEntries(hashes)));
} catch (error) {
  const sentence = error instanceof PublishFailure ? error.faults[0]?.detail : describeError(error);
  process.stderr.write(sentence ?? 'The site could not be rendered.');
  process.exitCode = 1;
} finally {
  // Its worker would keep the process alive.
  await renderer?.stop();
}

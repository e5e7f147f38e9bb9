import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Snapshot } from '@threadline/schema/content/snapshot';

const run = promisify(execFile);
const siteFolder = path.resolve(import.meta.dirname, '..');

interface SiteBuild {
  mode: 'static' | 'renderer';
  outFolder: string;
  env?: Record<string, string>;
}

/** Runs the real build in a process of its own, as CI and `npm start` do. */
export async function buildSite({ mode, outFolder, env = {} }: SiteBuild): Promise<void> {
  await run(process.execPath, ['build.ts', mode], {
    cwd: siteFolder,
    env: { NODE_ENV: 'production', SITE_OUT: outFolder, ALLOW_PLACEHOLDERS: '1', ...env },
  });
}

/** An API that hands out one snapshot and the given media files, on a free port. */
export async function serveSnapshot(snapshot: Snapshot, media: Record<string, Uint8Array> = {}) {
  const server = createServer((request, response) => {
    const file = media[request.url ?? ''];
    if (request.url === '/api/snapshot')
      response.setHeader('content-type', 'application/json').end(JSON.stringify(snapshot));
    else if (file) response.end(file);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => new Promise((resolve) => server.close(resolve)) };
}

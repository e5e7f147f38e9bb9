import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Miniflare } from 'miniflare';
import { wranglerEnv, wranglerVersion } from './config.ts';

/** The configuration of a deployment to Cloudflare's static assets. It has no comments, so it is plain JSON. */
const wrangler = JSON.parse(readFileSync(new URL('../../site/wrangler.jsonc', import.meta.url), 'utf8'));

interface StaticHost {
  origin: string;
  stop: () => Promise<void>;
}

/** Serves a folder with the program that serves Cloudflare's static assets, which reads `_headers` and `_redirects`. */
export const startStaticAssets = (directory: string): Promise<StaticHost> =>
  wranglerVersion ? startWrangler(directory, wranglerVersion) : startMiniflare(directory);

async function startMiniflare(directory: string): Promise<StaticHost> {
  const { html_handling, not_found_handling } = wrangler.assets;
  const miniflare = new Miniflare({
    cf: false,
    workers: [
      {
        name: wrangler.name,
        modules: true,
        // Never called: `has_user_worker` is false.
        script: 'export default {};',
        compatibilityDate: wrangler.compatibility_date,
        assets: {
          directory,
          routerConfig: { has_user_worker: false },
          assetConfig: { html_handling, not_found_handling },
        },
      },
    ],
  });
  const { origin } = await miniflare.ready;
  return { origin, stop: () => miniflare.dispose() };
}

/** Runs `wrangler dev`, which needs no account. */
async function startWrangler(directory: string, version: string): Promise<StaticHost> {
  const folder = await mkdtemp(join(tmpdir(), 'wrangler-'));
  const { routes: _, ...settings } = wrangler;
  await writeFile(
    join(folder, 'wrangler.json'),
    JSON.stringify({ ...settings, assets: { ...settings.assets, directory } }),
  );
  const args = ['--yes', `wrangler@${version}`, 'dev', '--ip', '127.0.0.1', '--port', '0'];
  // A process group, because npx ends before its program.
  const child = spawn('npx', args, {
    cwd: folder,
    env: wranglerEnv,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  let output = '';
  const ready = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        output += text;
        const [, origin] = /Ready on (http:\/\/\S+)/.exec(output) ?? [];
        if (origin) resolve(origin);
      });
  });
  const failed = ended.then(() => Promise.reject(new Error(`Wrangler ended:\n${output}`)));
  failed.catch(() => undefined);
  return {
    origin: await Promise.race([ready, failed]),
    async stop() {
      process.kill(-(child.pid ?? 0), 'SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

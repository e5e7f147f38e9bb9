import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import type { Product } from '../support/stack.ts';
import { type Figure, median } from './measure.ts';

const rounds = 5;
const secondsPerRound = 3;
const connections = 20;

async function requestsPerSecond(url: string, headers: Record<string, string>): Promise<number> {
  const { requests, non2xx, statusCodeStats } = await autocannon({
    url,
    headers,
    connections,
    duration: secondsPerRound,
  });
  const unexpected = non2xx - (statusCodeStats?.['304']?.count ?? 0);
  if (unexpected > 0) throw new Error(`${url} answered ${unexpected} times with an error.`);
  return requests.average;
}

/** Starts a bare Hono handler in its own process that returns the same bytes. */
async function startBareServer(body: Uint8Array, contentType: string) {
  const file = join(mkdtempSync(join(tmpdir(), 'threadline-bench-')), 'body');
  writeFileSync(file, body);
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.ts'), file, contentType], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(child.stdout, 'data');
  return { url: `http://127.0.0.1:${String(port).trim()}`, stop: () => child.kill() };
}

/** Alternates between both, so that other load affects them equally, and compares the medians. */
async function compare(
  name: string,
  { url, headers, barePath }: { url: string; headers: Record<string, string>; barePath: string },
): Promise<Figure> {
  const sample = await fetch(url, { headers: { ...headers, 'if-none-match': '' } });
  const bare = await startBareServer(
    new Uint8Array(await sample.arrayBuffer()),
    sample.headers.get('content-type') ?? '',
  );
  const ours: number[] = [];
  const baseline: number[] = [];
  for (let round = 0; round < rounds; round++) {
    baseline.push(await requestsPerSecond(bare.url + barePath, headers));
    ours.push(await requestsPerSecond(url, headers));
  }
  bare.stop();
  const ratio = median(ours) / median(baseline);
  const value = `${median(ours).toFixed(0)}/s of ${median(baseline).toFixed(0)}/s = ${ratio.toFixed(2)}`;
  return { name, value, aim: { text: 'at least 0.70 of a bare Hono handler', met: ratio >= 0.7 } };
}

export async function benchThroughput(stack: Product): Promise<Figure[]> {
  const url = stack.url.replace('localhost', '127.0.0.1');
  const etag = (await fetch(`${url}/api/content`)).headers.get('etag') ?? '';
  return [
    await compare('GET /', { url: `${url}/`, headers: {}, barePath: '/' }),
    await compare('GET /api/content', { url: `${url}/api/content`, headers: {}, barePath: '/' }),
    await compare('GET /api/content, 304', {
      url: `${url}/api/content`,
      headers: { 'if-none-match': etag },
      barePath: '/tagged',
    }),
  ];
}

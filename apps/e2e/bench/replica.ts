import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openObjectStore } from '@threadline/object-store/object-store';
import { parseStoreUrl } from '@threadline/object-store/store-url';
import Database from 'better-sqlite3';
import { createBucket } from '../../../packages/object-store/test/test-bucket.ts';
import { startCeph } from '../../../scripts/ceph-server.mjs';
import { createApiProcess, sendEnquiry } from '../support/api-process.ts';
import { root } from '../support/stack.ts';
import { type Figure, median } from './measure.ts';

const burst = Number(process.env.BURST ?? 3_000);
const connections = 10;
const losses = 5;
const loadBeforeLossMs = 3_000;

type Api = Awaited<ReturnType<typeof createApiProcess>>;

interface Answer {
  reference: string;
  /** In ms, as `performance.now()`. */
  at: number;
}

/** Sends enquiries from all connections until `isOver`. */
async function sendUntil({ port }: Api, isOver: (sent: number) => boolean): Promise<Answer[]> {
  const answers: Answer[] = [];
  let next = 0;
  const connection = async (): Promise<void> => {
    for (let number = next++; !isOver(number); number = next++) {
      const reference = await sendEnquiry(port, number, `replica-${number}`);
      if (reference) answers.push({ reference, at: performance.now() });
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  return answers;
}

async function measureRate(env: Record<string, string>): Promise<number> {
  const api = await createApiProcess(env);
  await api.start();
  const began = performance.now();
  await sendUntil(api, (sent) => sent >= burst);
  const seconds = (performance.now() - began) / 1000;
  await api.stop('SIGTERM');
  rmSync(api.dataDir, { recursive: true, force: true });
  return burst / seconds;
}

/** Destroys the machine while enquiries arrive, and restores the database elsewhere. */
async function loseMachine(url: string) {
  const api = await createApiProcess({ REPLICA_URL: url });
  await api.start();
  let isLost = false;
  const sending = sendUntil(api, () => isLost);
  await untilReplicated(url);
  await wait(loadBeforeLossMs);
  isLost = true;
  // First, because it would replicate the rest when the API ends.
  process.kill(findLitestream(api.dataDir), 'SIGKILL');
  const lostAt = performance.now();
  await api.stop('SIGKILL');
  const answers = (await sending).filter(({ at }) => at <= lostAt);
  rmSync(api.dataDir, { recursive: true, force: true });

  const dataDir = mkdtempSync(join(tmpdir(), 'threadline-restored-'));
  const began = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'apps/api/src/cli.ts'), 'replica', 'restore'], {
    env: { ...process.env, DATA_DIR: dataDir, REPLICA_URL: url },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The replica was not restored: ${stderr}`);
  const restoreMs = performance.now() - began;
  const file = new Database(join(dataDir, 'threadline.db'), { readonly: true });
  const stored = new Set(file.prepare<[], string>('select reference from enquiries').pluck().all());
  file.close();
  rmSync(dataDir, { recursive: true, force: true });
  const missing = answers.filter(({ reference }) => !stored.has(reference));
  const firstMissing = Math.min(lostAt, ...missing.map(({ at }) => at));
  return { answers: answers.length, missing: missing.length, lostSeconds: (lostAt - firstMissing) / 1000, restoreMs };
}

/** Waits for the first copy, without which there is nothing to restore. */
async function untilReplicated(url: string): Promise<void> {
  const store = openObjectStore(parseStoreUrl(url));
  for (;;) {
    for await (const { key } of store.list('generations/')) if (key.includes('/wal/')) return;
    await wait(20);
  }
}

function findLitestream(dataDir: string): number {
  const command = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    } catch {
      return '';
    }
  };
  const pid = readdirSync('/proc').find((name) => command(name).includes(join(dataDir, 'litestream.yml')));
  if (!pid) throw new Error('Litestream does not run.');
  return Number(pid);
}

/** Measures the cost of replication, and what is missing after the loss of a machine. */
export async function benchReplica(): Promise<Figure[]> {
  const server = process.platform === 'linux' ? await startCeph() : undefined;
  if (!server) return [{ name: 'replica of the database', value: 'not measured: Ceph cannot be fetched' }];
  try {
    const place = async () => ({ REPLICA_URL: await createBucket(server.url, '/replica') });
    const [without, replicated]: [number[], number[]] = [[], []];
    for (let round = 0; round < 3; round += 1) {
      without.push(await measureRate({}));
      replicated.push(await measureRate(await place()));
    }
    const cost = 1 - median(replicated) / median(without);
    const lost = [];
    for (let round = 0; round < losses; round += 1) lost.push(await loseMachine((await place()).REPLICA_URL));
    const worst = Math.max(...lost.map(({ lostSeconds }) => lostSeconds));
    return [
      {
        name: 'enquiries/s without and with a replica',
        value: `${median(without).toFixed(0)}, ${median(replicated).toFixed(0)} = ${(100 * cost).toFixed(0)} % less`,
        aim: { text: 'at most 15 % less', met: cost <= 0.15 },
      },
      {
        name: `machine destroyed under load, ${losses} times`,
        value: `${lost.map(({ missing, answers }) => `${missing} of ${answers}`).join(', ')} lost, at most the last ${worst.toFixed(2)} s`,
        aim: { text: 'at most the last second', met: worst <= 1 },
      },
      {
        name: 'restore of the replica by the command line',
        value: `${(median(lost.map(({ restoreMs }) => restoreMs)) / 1000).toFixed(1)} s`,
      },
    ];
  } finally {
    await server.stop();
  }
}

import { setTimeout as wait } from 'node:timers/promises';
import { type ObjectStore, openObjectStore } from '@threadline/object-store/object-store';
import { parseStoreUrl } from '@threadline/object-store/store-url';
import { livePointerSchema } from '@threadline/schema/wire/release';
import { createBucket } from '../../../packages/object-store/test/test-bucket.ts';
import { startCeph } from '../../../scripts/ceph-server.mjs';
import { startEdge } from '../../edge/test/edge.ts';
import { type Session, signIn } from '../support/session.ts';
import { startProduct, until } from '../support/stack.ts';
import { type Figure, median, percentile } from './measure.ts';

const edits = 30;
const burst = 200;

/** Measures the delivery of releases to a real S3 server on this machine. */
export async function benchDelivery(): Promise<Figure[]> {
  const server = await startCeph();
  if (!server) return [{ name: 'delivery to an object store', value: 'not measured: Ceph cannot be fetched' }];
  const url = await createBucket(server.url);
  const store = openObjectStore(parseStoreUrl(url));
  // The pointer in the store is measured, so nothing has to serve it to visitors.
  const targets = [{ name: 'store', kind: 'store', url, visibleAt: 'http://127.0.0.1:9' }];
  const stack = await startProduct({ LOG_LEVEL: 'info', PUBLISH_TARGETS: JSON.stringify(targets) });
  try {
    const session = await signIn(stack.url);
    const readShown = async () => {
      const found = await store.get('live.json');
      return found ? livePointerSchema.parse(JSON.parse(new TextDecoder().decode(found))).revision : 0;
    };
    const untilShown = async (revision: number) => {
      while ((await readShown()) < revision) await wait(2);
    };
    await until('the first release is delivered', async () => (await readShown()) > 0);
    const times = await measureEdits(session, ({ revision }) => untilShown(revision));
    const sent = readDeliveries(stack.output()).slice(-edits);
    const before = readDeliveries(stack.output()).length;
    await Promise.all(Array.from({ length: burst }, (_, index) => session.save('hero', 'title', `Burst ${index}.`)));
    const { revision } = await edit(session, 'The last edit of the burst.');
    await untilShown(revision);
    const deliveries = readDeliveries(stack.output()).length - before;
    const p50 = median(times);
    const atWorker = await measureWorker(session, store);
    return [
      {
        name: 'PUT acknowledged → shown by the store',
        value: `p50 ${p50.toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms (n=${edits})`,
        aim: { text: 'at most 250 ms', met: p50 <= 250 },
      },
      {
        name: 'PUT acknowledged → shown by the edge worker, POINTER_MS=0',
        value: `p50 ${median(atWorker).toFixed(0)} ms, p95 ${percentile(atWorker, 0.95).toFixed(0)} ms (n=${edits})`,
        aim: { text: 'at most 350 ms', met: median(atWorker) <= 350 },
      },
      {
        name: 'sent for an edit of one word',
        value: `${median(sent.map((each) => each.sent))} files, ${(median(sent.map(({ bytes }) => bytes)) / 1000).toFixed(0)} kB`,
      },
      {
        name: `burst of ${burst} PUTs`,
        value: `${deliveries} deliveries, last one shown`,
        aim: { text: 'at most 20', met: deliveries <= 20 },
      },
    ];
  } finally {
    await stack.stop();
    await server.stop();
  }
}

/** Makes edits and returns the time until each is shown, in ms. The first ones warm the processes up. */
async function measureEdits(
  session: Session,
  untilShown: (edited: { headline: string; revision: number }) => Promise<void>,
): Promise<number[]> {
  const times: number[] = [];
  for (let number = -3; number < edits; number++) {
    const headline = `Benchmark edit number ${number}, ${Date.now()}.`;
    const { acknowledged, revision } = await edit(session, headline);
    await untilShown({ headline, revision });
    if (number >= 0) times.push(performance.now() - acknowledged);
  }
  return times;
}

/** Returns the times until a worker in workerd, which reads the store, shows the page. */
async function measureWorker(session: Session, store: ObjectStore): Promise<number[]> {
  const edge = await startEdge({ site: { bucket: 'unused', read: (key) => store.get(key) } });
  try {
    const readPage = async () => (await fetch(edge.origin('site'))).text();
    return await measureEdits(session, async ({ headline }) => {
      while (!(await readPage()).includes(headline)) await wait(2);
    });
  } finally {
    await edge.stop();
  }
}

async function edit(session: Session, headline: string): Promise<{ acknowledged: number; revision: number }> {
  const { status, body } = await session.save('hero', 'title', headline);
  if (status !== 200) throw new Error(`The edit was refused: ${JSON.stringify(body)}`);
  return { acknowledged: performance.now(), revision: (body as { revision: number }).revision };
}

/** Returns the deliveries in the log of the publisher. */
function readDeliveries(log: string): { sent: number; bytes: number }[] {
  const lines = log.split('\n').filter((line) => line.includes('"msg":"delivered"'));
  return lines.map((line) => JSON.parse(line.slice(line.indexOf('{'))));
}

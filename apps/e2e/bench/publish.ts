import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readPage, type Session, signIn } from '../support/session.ts';
import { type Product, root, until } from '../support/stack.ts';
import { type Figure, median, percentile } from './measure.ts';

const edits = 60;
const builds = 3;
const burst = 200;
const coldEdits = 3;
/** Longer than the render worker stays without work in the benchmark. */
const idleMs = 7000;
/** Longer than the publisher's poll interval and the start of the worker. */
const warmUpMs = 4000;

/** Measures a warm `astro build` of the same site as the baseline of a publish. */
function buildMs(stack: Product): number {
  const build = () => {
    const began = performance.now();
    const { status, stderr } = spawnSync(process.execPath, ['build.ts', 'static'], {
      cwd: join(root, 'apps/site'),
      // The content of the seed has placeholders.
      env: { ...process.env, CONTENT_URL: stack.url, SITE_URL: stack.url, ALLOW_PLACEHOLDERS: '1' },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`astro build failed:\n${stderr}`);
    return performance.now() - began;
  };
  build();
  return median(Array.from({ length: builds }, build));
}

async function readEtag(stack: Product): Promise<string> {
  const response = await fetch(stack.url);
  await response.body?.cancel();
  return response.headers.get('etag') ?? '';
}

/** Polls `/` with its ETag until it changes, like a browser: full responses would dominate the measurement. */
async function changedPage(stack: Product, etag: string, text: string): Promise<void> {
  for (;;) {
    const response = await fetch(stack.url, { headers: { 'if-none-match': etag } });
    if (response.status === 200) {
      const html = await response.text();
      if (html.includes(text)) return;
      throw new Error('The page changed, but not to the new text.');
    }
    await wait(1);
  }
}

/** Measures from sending and from the acknowledgement of the PUT to the first GET / with the new text. */
async function editMs(stack: Product, session: Session, number: number) {
  const headline = `Benchmark edit number ${number}.`;
  const before = await readEtag(stack);
  const sent = performance.now();
  const reply = await session.save('hero', 'title', headline);
  const acknowledged = performance.now();
  if (reply.status !== 200) throw new Error(`The edit was refused: ${JSON.stringify(reply.body)}`);
  await changedPage(stack, before, headline);
  const seen = performance.now();
  return { fromAck: seen - acknowledged, fromSend: seen - sent };
}

/** Measures edits of a client without an admin window, after the render worker has ended. */
async function coldEditMs(stack: Product, session: Session): Promise<number> {
  const times = [];
  for (let number = 0; number < coldEdits; number++) {
    await wait(idleMs);
    times.push((await editMs(stack, session, 1000 + number)).fromSend);
  }
  return median(times);
}

/** Keeps the event stream of an admin window open. Returns a function that closes it. */
async function openWindow(stack: Product, session: Session): Promise<() => void> {
  const closing = new AbortController();
  const { status } = await fetch(`${stack.url}/api/publishing/events`, {
    headers: { authorization: `Bearer ${session.token}` },
    signal: closing.signal,
  });
  if (status !== 200) throw new Error(`The event stream was refused: ${status}`);
  await wait(warmUpMs);
  return () => closing.abort();
}

async function burstOfEdits(stack: Product, session: Session) {
  const ids = async () =>
    (await session.call<{ releases: { id: string }[] }>('/api/releases')).body.releases.map(({ id }) => id);
  const before = new Set(await ids());
  let watching = true;
  let seen = 0;
  let torn = 0;
  const visitor = (async () => {
    while (watching) {
      const html = await readPage(stack.url);
      seen++;
      if (!/<\/html>\s*$/.test(html)) torn++;
    }
  })();
  await Promise.all(Array.from({ length: burst }, (_, index) => session.save('hero', 'title', `Burst edit ${index}.`)));
  const last = 'The last edit of the burst.';
  await session.save('hero', 'title', last);
  await until('the last edit is live', async () => (await readPage(stack.url)).includes(last));
  watching = false;
  await visitor;
  return { releases: (await ids()).filter((id) => !before.has(id)).length, seen, torn };
}

export async function benchPublish(stack: Product): Promise<Figure[]> {
  const session = await signIn(stack.url);
  const cold = await coldEditMs(stack, session);
  const closeWindow = await openWindow(stack, session);
  const { fromSend: first } = await editMs(stack, session, -100);
  for (let number = -10; number < 0; number++) await editMs(stack, session, number);
  const times = [];
  for (let number = 0; number < edits; number++) times.push(await editMs(stack, session, number));
  const fromAck = times.map((time) => time.fromAck);
  const fromSend = times.map((time) => time.fromSend);
  const { body } = await session.call<{ releases: { steps: Record<string, number> }[] }>('/api/releases');
  const recent = body.releases.slice(0, 40);
  const steps = Object.keys(recent[0]?.steps ?? {}).map(
    (step) => `${step} ${median(recent.map((release) => release.steps[step] ?? 0)).toFixed(1)}`,
  );
  const { releases, seen, torn } = await burstOfEdits(stack, session);
  closeWindow();
  const build = buildMs(stack);
  const ratio = build / median(fromAck);
  return [
    {
      name: 'PUT acknowledged → shown by GET /',
      value: `p50 ${median(fromAck).toFixed(0)} ms, p95 ${percentile(fromAck, 0.95).toFixed(0)} ms (n=${edits})`,
    },
    {
      name: 'PUT sent → shown by GET /',
      value: `p50 ${median(fromSend).toFixed(0)} ms, p95 ${percentile(fromSend, 0.95).toFixed(0)} ms`,
      aim: { text: 'under 100 ms', met: median(fromSend) < 100 },
    },
    { name: 'first edit after an admin window was opened', value: `${first.toFixed(0)} ms` },
    {
      name: 'edit without an admin window, worker not running',
      value: `${cold.toFixed(0)} ms (median of ${coldEdits})`,
    },
    { name: 'steps of a release, medians in ms', value: steps.join(', ') },
    { name: 'warm astro build of the same site', value: `${build.toFixed(0)} ms (median of ${builds})` },
    { name: 'astro build / edit', value: `${ratio.toFixed(1)} x`, aim: { text: 'at least 30 x', met: ratio >= 30 } },
    {
      name: `burst of ${burst} PUTs`,
      value: `${releases} releases, last one live`,
      aim: { text: 'at most 20', met: releases <= 20 },
    },
    {
      name: 'pages read during the burst',
      value: `${seen}, of them broken ${torn}`,
      aim: { text: '0 broken', met: torn === 0 },
    },
  ];
}

import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { launchBrowser } from '../support/browser.ts';
import type { Product } from '../support/stack.ts';
import { type Figure, median } from './measure.ts';

const rounds = 5;
/** Longer than the delay of the islands, so that React is included. */
const idleMs = 6000;
/** Lighthouse's mobile device and network. */
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
const slow4g = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8 };
const cpuSlowdown = 4;

interface Transfer {
  url: string;
  /** Compressed size without headers. */
  bytes: number;
  /** In ms after the request of the document. */
  endedMs: number;
}

interface Vitals {
  fcpMs: number;
  lcpMs: number;
  /** Total time of tasks beyond 50 ms each, after the first paint. */
  blockedMs: number;
  /** The same before the first paint. */
  blockedBeforePaintMs: number;
  shift: number;
  nodes: number;
  /** The longest interaction latency. */
  answerMs: number;
}

interface Visit extends Vitals {
  transfers: Transfer[];
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;

interface Seen {
  lcpMs: number;
  shift: number;
  answerMs: number;
  /** In ms after the navigation. */
  paintedAt: number;
  tasks: { begins: number; ends: number }[];
}

/** Runs in the page before its scripts. */
function observe(): void {
  const seen: Seen = { lcpMs: 0, shift: 0, answerMs: 0, paintedAt: 0, tasks: [] };
  const follow = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
      // The default reports only events above 104 ms. The option is missing in TypeScript's types.
      ...{ durationThreshold: 16 },
    });
  follow('largest-contentful-paint', (entry) => {
    seen.lcpMs = entry.startTime;
  });
  follow('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.paintedAt = entry.startTime;
  });
  follow('longtask', ({ startTime, duration }) => {
    seen.tasks.push({ begins: startTime, ends: startTime + duration });
  });
  follow('layout-shift', (entry) => {
    seen.shift += (entry as PerformanceEntry & { value: number }).value;
  });
  follow('event', (entry) => {
    if ((entry as PerformanceEventTiming).interactionId) seen.answerMs = Math.max(seen.answerMs, entry.duration);
  });
  Object.assign(globalThis, { seenByBench: seen });
}

/** Returns the total time of tasks beyond 50 ms each within a time span. */
function blocked(tasks: Seen['tasks'], from: number, to: number): number {
  return sum(tasks.map(({ begins, ends }) => Math.max(Math.min(ends, to) - Math.max(begins, from) - 50, 0)));
}

async function recordTransfers(session: CDPSession): Promise<Transfer[]> {
  const transfers: Transfer[] = [];
  const open = new Map<string, string>();
  let beganS = 0;
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    beganS ||= timestamp;
    open.set(requestId, request.url);
  });
  const headerBytes = new Map<string, number>();
  session.on('Network.responseReceived', ({ requestId, response }) => {
    headerBytes.set(requestId, response.encodedDataLength);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    const url = open.get(requestId);
    if (!url) return;
    const bytes = encodedDataLength - (headerBytes.get(requestId) ?? 0);
    transfers.push({ url, bytes, endedMs: (timestamp - beganS) * 1000 });
  });
  await session.send('Network.enable');
  return transfers;
}

async function readVitals(page: Page): Promise<Vitals> {
  const { seen, nodes } = await page.evaluate(() => {
    const { seenByBench } = globalThis as unknown as { seenByBench: Seen };
    return { seen: seenByBench, nodes: document.querySelectorAll('*').length };
  });
  const { lcpMs, shift, answerMs, paintedAt, tasks } = seen;
  return {
    fcpMs: paintedAt,
    lcpMs,
    shift,
    nodes,
    answerMs,
    blockedMs: blocked(tasks, paintedAt, Number.POSITIVE_INFINITY),
    blockedBeforePaintMs: blocked(tasks, 0, paintedAt),
  };
}

/** Uses the menu, the carousel and the dialog with its form, with all islands hydrated. */
async function touch(page: Page): Promise<void> {
  const menu = page.locator('.menu-button');
  await menu.tap();
  await menu.tap();
  await page.locator('section[aria-roledescription=carousel]').getByRole('button').last().tap();
  await page.getByRole('link', { name: 'START YOUR TRANSFORMATION' }).tap();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/Company name/).pressSequentially('Mills');
  await dialog.getByRole('button', { name: 'Cancel' }).tap();
  await dialog.waitFor({ state: 'hidden' });
}

async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const transfers = await recordTransfers(session);
  await session.send('Network.emulateNetworkConditions', slow4g);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  await page.addInitScript(observe);
  await page.goto(url, { waitUntil: 'load' });
  await wait(idleMs);
  const atRest = { ...(await readVitals(page)), transfers: [...transfers] };
  await touch(page);
  // Event timings are reported one frame later.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
  const { answerMs } = await readVitals(page);
  await context.close();
  return { ...atRest, answerMs };
}

/** Measures a first visit on a slow phone: bytes, requests, paints. Nothing is cached. */
export async function benchPage(stack: Product): Promise<Figure[]> {
  const url = `${stack.url.replace('localhost', '127.0.0.1')}/`;
  const browser = await launchBrowser();
  const visits: Visit[] = [];
  try {
    for (let round = 0; round < rounds; round++) visits.push(await visit(browser, url));
  } finally {
    await browser.close();
  }
  return [...weightFigures(visits, url), ...speedFigures(visits)];
}

function weightFigures(visits: readonly Visit[], url: string): Figure[] {
  const middle = (measure: (transfers: Transfer[]) => number) => median(visits.map((each) => measure(each.transfers)));
  const sumBytes = (transfers: Transfer[]) => sum(transfers.map(({ bytes }) => bytes));
  const html = middle((all) => sumBytes(all.filter((each) => each.url === url)));
  const early = middle((all) => sumBytes(all.filter(({ endedMs }) => endedMs <= 3000)));
  const total = middle(sumBytes);
  const requests = middle((all) => all.length);
  const foreign = middle(
    (all) => all.filter((each) => !each.url.startsWith(url) && !each.url.startsWith('data:')).length,
  );
  const nodes = median(visits.map((each) => each.nodes));
  return [
    {
      name: 'HTML with the styles of the first view',
      value: kilobytes(html),
      aim: { text: 'at most 21 KB', met: html <= 21 * 1024 },
    },
    { name: 'first 3 s', value: kilobytes(early), aim: { text: 'at most 60 KB', met: early <= 60 * 1024 } },
    {
      name: 'with React, after idle',
      value: kilobytes(total),
      aim: { text: 'at most 130 KB', met: total <= 130 * 1024 },
    },
    { name: 'requests until then', value: String(requests), aim: { text: 'at most 12', met: requests <= 12 } },
    { name: 'requests to others', value: String(foreign), aim: { text: '0', met: foreign === 0 } },
    { name: 'DOM nodes, islands awake', value: String(nodes), aim: { text: 'at most 1,300', met: nodes <= 1300 } },
  ];
}

function speedFigures(visits: readonly Visit[]): Figure[] {
  const middle = (measure: (visit: Visit) => number) => median(visits.map(measure));
  const fcpMs = middle((each) => each.fcpMs);
  const lcpMs = middle((each) => each.lcpMs);
  const blockedMs = middle((each) => each.blockedMs);
  const beforePaintMs = middle((each) => each.blockedBeforePaintMs);
  const shift = middle((each) => each.shift);
  const answerMs = middle((each) => each.answerMs);
  return [
    {
      name: `first paint, slow 4G, CPU / ${cpuSlowdown}`,
      value: `${fcpMs.toFixed(0)} ms (median of ${rounds})`,
      aim: { text: 'at most 500 ms', met: fcpMs <= 500 },
    },
    {
      name: `largest paint, slow 4G, CPU / ${cpuSlowdown}`,
      value: `${lcpMs.toFixed(0)} ms (median of ${rounds})`,
      aim: { text: 'under 1.2 s', met: lcpMs < 1200 },
    },
    {
      name: 'total blocking time, from the first paint on',
      value: `${blockedMs.toFixed(0)} ms (before it ${beforePaintMs.toFixed(0)} ms)`,
      aim: { text: 'at most 50 ms', met: blockedMs <= 50 },
    },
    {
      name: `longest answer to a touch or a key, CPU / ${cpuSlowdown}`,
      value: `${answerMs.toFixed(0)} ms`,
      aim: { text: 'at most 100 ms', met: answerMs <= 100 },
    },
    { name: 'layout shift', value: shift.toFixed(4), aim: { text: 'at most 0.01', met: shift <= 0.01 } },
  ];
}

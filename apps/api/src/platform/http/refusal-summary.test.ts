import { once } from 'node:events';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';

import { createTestDeps } from '../../../test/create-test-deps.ts';
import { exchange, startRawServer } from '../../../test/raw-server.ts';

import { createErrorLog, createSummary, summarizeRefusals } from './refusal-summary.ts';

async function startServer(level = 'info') {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level, base: undefined }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const { server, port } = await startRawServer({ ...createTestDeps(), log });
  const writeSummary = summarizeRefusals(server, log);
  const countConnections = promisify(server.getConnections.bind(server));
  return { lines, port, writeSummary, isIdle: () => vi.waitUntil(async () => (await countConnections()) === 0) };
}

const head = (method: string, path: string, more = '') =>
  `${method} ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${more}\r\n`;

/** Posts a form and leaves in the middle of it, once the server has begun to read. */
async function abortForm(port: number): Promise<void> {
  const form = 'content-type: application/x-www-form-urlencoded\r\ncontent-length: 100\r\nexpect: 100-continue\r\n';
  const socket = connect(port, '127.0.0.1');
  socket.write(head('POST', '/api/request/send-request', form));
  await once(socket, 'data');
  socket.write('ema');
  socket.destroy();
  await once(socket, 'close');
}

test('a flood of requests that are refused or cut off is one line with the counts of each kind', async () => {
  const { lines, port, isIdle, writeSummary } = await startServer();
  for (let n = 0; n < 20; n++) {
    await abortForm(port);
    await exchange(port, head('GET', '/api/enquiries'));
    await exchange(port, head('GET', '/api/nothing'));
    await exchange(port, 'nothing that is HTTP\r\n\r\n');
    await exchange(port, head('GET', '/api/livez'));
  }
  await isIdle();
  expect(lines).toEqual([]);
  writeSummary();
  expect(lines).toMatchObject([{ level: 30, counts: { aborted: 20, 401: 20, 404: 20, unreadable: 20 } }]);
  writeSummary();
  expect(lines).toHaveLength(1);
});

test('a form that is cut off is logged at debug level, without a stack', async () => {
  const { lines, port, isIdle } = await startServer('debug');
  await abortForm(port);
  await isIdle();
  await expect.poll(() => lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ level: 20, code: 'malformed-request', detail: 'The request was cut off.' });
  expect(JSON.stringify(lines)).not.toContain('stack');
});

test('a summary is written once a minute, and only when something was counted', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const written: unknown[] = [];
  const summary = createSummary({ info: (fields: unknown) => void written.push(fields) }, 'counted');
  vi.advanceTimersByTime(600_000);
  expect(written).toEqual([]);
  for (let second = 0; second < 59; second++) {
    summary.count(second % 2 ? '401' : 'aborted');
    vi.advanceTimersByTime(1000);
  }
  expect(written).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(written).toEqual([{ counts: { 401: 29, aborted: 30 } }]);
  vi.advanceTimersByTime(600_000);
  summary.count('404');
  vi.advanceTimersByTime(60_000);
  expect(written.slice(1)).toEqual([{ counts: { 404: 1 } }]);
});

test('errors beyond the twentieth of a minute are only counted', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const errors: string[] = [];
  const counts: unknown[] = [];
  const logError = createErrorLog({
    error: (_: unknown, message?: unknown) => void errors.push(String(message)),
    info: (fields: unknown) => void counts.push(fields),
  });
  const fail = () => logError({ err: new Error('full'), requestId: 'r' }, 'storage cannot be written');
  for (let n = 0; n < 1000; n++) fail();
  expect(errors).toHaveLength(20);
  vi.advanceTimersByTime(60_000);
  expect(counts).toEqual([{ counts: { 'storage cannot be written': 980 } }]);
  fail();
  expect(errors).toHaveLength(21);
});

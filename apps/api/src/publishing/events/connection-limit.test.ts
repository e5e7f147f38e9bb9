import { expect, onTestFinished, test, vi } from 'vitest';
import { createAccountFixture } from '../../../test/account-fixture.ts';
import { createApp, createServices } from '../../app.ts';
import { createConnectionLimit } from './connection-limit.ts';

const refusal = (take: () => unknown) => {
  try {
    take();
  } catch (error) {
    return error;
  }
  return undefined;
};

test('a seat that is given back twice makes one place, and no account takes those of others', () => {
  const limit = createConnectionLimit({ maxPerAccount: 2, maxTotal: 3 });
  const [first] = [limit.open('a'), limit.open('a')];
  expect(refusal(() => limit.open('a'))).toMatchObject({
    code: 'rate-limited',
    options: { headers: { 'retry-after': '30' } },
  });
  const other = limit.open('b');
  expect(refusal(() => limit.open('c'))).toMatchObject({
    code: 'unavailable',
    options: { headers: { 'retry-after': '30' } },
  });
  first?.();
  first?.();
  limit.open('c');
  expect(refusal(() => limit.open('b'))).toMatchObject({ code: 'unavailable' });
  other();
  limit.open('b');
});

test('an account has twenty streams of events; the next one is refused until a window closes [D9]', async () => {
  const { deps, addUser, signIn } = createAccountFixture();
  const app = createApp(deps, createServices(deps));
  const open = async (token: string) => {
    const closing = new AbortController();
    onTestFinished(() => closing.abort());
    const reply = await app.request('/api/publishing/events', {
      headers: { authorization: `Bearer ${token}` },
      signal: closing.signal,
    });
    return { reply, close: () => reply.body?.cancel() };
  };
  const editor = await addUser('Editor');
  const [{ token }, { token: again }] = [await signIn(editor), await signIn(editor)];
  for (let call = 0; call < 21; call++) {
    const headers = { authorization: `Bearer ${token}` };
    expect((await app.request('/api/publishing/events', { method: 'HEAD', headers })).status).toBe(200);
  }
  const windows = await Promise.all(Array.from({ length: 20 }, (_, n) => open(n % 2 ? token : again)));
  expect(windows.map(({ reply }) => reply.status)).toEqual(Array(20).fill(200));
  const { reply } = await open(token);
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '30']);
  expect(await reply.json()).toMatchObject({
    success: false,
    code: 'rate-limited',
    detail: 'You have 20 admin windows open. Close one, and this window connects by itself.',
  });
  const { token: other } = await signIn(await addUser('Another'));
  expect((await open(other)).reply.status).toBe(200);
  await windows[0]?.close();
  await vi.waitFor(async () => expect((await open(token)).reply.status).toBe(200));
});

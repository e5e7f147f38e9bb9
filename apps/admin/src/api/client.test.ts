import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { afterEach, expect, test, vi } from 'vitest';
import { saveReply } from '../ui/save-file.ts';
import { askPassword, type PasswordQuestion } from './ask-password.ts';
import { type ApiError, createApi, unwrap } from './client.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

interface Behaviour {
  validToken: string;
  refresh: (calls: number) => { status: 200; token: string } | { status: 401 | 503 };
}

/** A real server that accepts one token and responds to refreshes as specified. */
async function startServer({ validToken, refresh }: Behaviour) {
  const seen = { refreshes: 0, headers: [] as (string | undefined)[], calls: 0 };
  const app = new Hono()
    .post('/api/auth/refresh', (context) => {
      seen.refreshes += 1;
      seen.headers.push(context.req.header('x-requested-with'));
      const answer = refresh(seen.refreshes);
      return answer.status === 200
        ? context.json({ success: true, token: answer.token })
        : context.json({ success: false }, answer.status);
    })
    .post('/api/auth/login', (context) =>
      context.json({ success: false, code: 'unauthenticated', message: 'Wrong.' }, 401),
    )
    .get('/api/releases', (context) =>
      context.json(
        {
          success: false,
          code: 'validation-failed',
          message: 'No.',
          errors: [{ pointer: '/value', detail: 'Too long.' }],
        },
        422,
      ),
    )
    .get('/api/dashboard', (context) => context.text('<html>', 502))
    .get('/api/auth/users', (context) => {
      seen.calls += 1;
      if (context.req.header('authorization') === `Bearer ${validToken}`)
        return context.json({ success: true, users: [] });
      return context.json({ success: false, code: 'unauthenticated', message: 'Sign in first.' }, 401);
    });
  const origin = await new Promise<string>((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }: AddressInfo) =>
      resolve(`http://127.0.0.1:${port}`),
    );
    closers.push(() => server.close());
  });
  return { origin, seen };
}

function readUsers(api: ReturnType<typeof createApi>) {
  return unwrap(api.client.auth.users.$get());
}

function memoryStorage(token?: string) {
  const values = new Map(token ? [['token', token]] : []);
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

/** One lock for several clients, as the browser has one for all its tabs. */
function sharedLock() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(task: () => Promise<T>): Promise<T> => {
    const next = last.then(task, task);
    last = next.catch(() => undefined);
    return next;
  };
}

async function setUp(behaviour: Behaviour, token?: string) {
  const { origin, seen } = await startServer(behaviour);
  const storage = memoryStorage(token);
  const api = createApi({ origin, storage, withLock: sharedLock() });
  let ended = 0;
  api.onSessionEnd(() => {
    ended += 1;
  });
  return { api, origin, storage, seen, ended: () => ended };
}

test('an expired token is refreshed once and the request is repeated', async () => {
  const { api, storage, seen, ended } = await setUp(
    { validToken: 'new', refresh: () => ({ status: 200, token: 'new' }) },
    'old',
  );
  expect(await readUsers(api)).toEqual({ success: true, users: [] });
  expect(storage.getItem('token')).toBe('new');
  expect(seen).toMatchObject({ refreshes: 1, calls: 2, headers: ['threadline'] });
  expect(ended()).toBe(0);
});

test('a rejected refresh signs out: the token is removed and every listener is called', async () => {
  const { api, storage, ended } = await setUp({ validToken: 'new', refresh: () => ({ status: 401 }) }, 'old');
  await expect(readUsers(api)).rejects.toMatchObject({
    code: 'unauthenticated',
    message: 'Sign in first.',
  });
  expect(storage.getItem('token')).toBeNull();
  expect(ended()).toBe(1);
});

test('a refresh that fails for another reason keeps the session', async () => {
  const { api, storage, ended } = await setUp({ validToken: 'new', refresh: () => ({ status: 503 }) }, 'old');
  await expect(readUsers(api)).rejects.toMatchObject({ code: 'network' });
  expect(storage.getItem('token')).toBe('old');
  expect(ended()).toBe(0);
});

test('a server that cannot be reached keeps the session', async () => {
  const storage = memoryStorage('old');
  const api = createApi({ origin: 'http://127.0.0.1:9', storage, withLock: sharedLock() });
  await expect(readUsers(api)).rejects.toMatchObject({ code: 'network' });
  expect(storage.getItem('token')).toBe('old');
});

test('a request without a response for 60 s fails like one without a connection, and keeps the session', async () => {
  const limits: number[] = [];
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((limitMs) => {
    limits.push(limitMs);
    return AbortSignal.abort(new DOMException('Too late.', 'TimeoutError'));
  });
  closers.push(() => timeout.mockRestore());
  const { api, storage } = await setUp({ validToken: 'old', refresh: () => ({ status: 401 }) }, 'old');
  await expect(readUsers(api)).rejects.toMatchObject({ code: 'network' });
  expect([limits, storage.getItem('token')]).toEqual([[60_000], 'old']);
});

test('a token that is still rejected after a refresh is not refreshed again', async () => {
  const { api, seen } = await setUp({ validToken: 'other', refresh: () => ({ status: 200, token: 'new' }) }, 'old');
  await expect(readUsers(api)).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(seen.refreshes).toBe(1);
});

test('requests and tabs that fail together refresh once', async () => {
  const { origin, seen } = await startServer({
    validToken: 'new',
    refresh: (calls) => (calls === 1 ? { status: 200, token: 'new' } : { status: 401 }),
  });
  const parts = { origin, storage: memoryStorage('old'), withLock: sharedLock() };
  const [one, other] = [createApi(parts), createApi(parts)];
  const replies = await Promise.all([one, one, other, other].map(readUsers));
  expect(replies.map(({ success }) => success)).toEqual([true, true, true, true]);
  expect(seen.refreshes).toBe(1);
});

test('a wrong password does not end the session', async () => {
  const { api, seen, ended } = await setUp({ validToken: 'x', refresh: () => ({ status: 401 }) }, 'old');
  const login = api.anonymous.auth.login.$post({ json: { email: 'a@example.com', password: 'wrong' } });
  await expect(unwrap(login)).rejects.toMatchObject({ message: 'Wrong.' });
  expect(seen.refreshes).toBe(0);
  expect(ended()).toBe(0);
});

test('an error has its code and the invalid fields', async () => {
  const { api } = await setUp({ validToken: 'x', refresh: () => ({ status: 401 }) }, 'x');
  const error = await unwrap(api.client.releases.$get()).catch((thrown: ApiError) => thrown);
  expect(error).toMatchObject({
    code: 'validation-failed',
    status: 422,
    message: 'No.',
    errors: [{ pointer: '/value', detail: 'Too long.' }],
  });
});

test('a response that is not JSON becomes a plain sentence', async () => {
  const { api } = await setUp({ validToken: 'x', refresh: () => ({ status: 401 }) }, 'x');
  await expect(unwrap(api.client.dashboard.$get())).rejects.toMatchObject({
    code: 'internal',
    message: 'The server sent an answer that cannot be read. Try again.',
  });
});

test('a request that requires recent authentication asks for the password until it is right, and is then repeated', async () => {
  const seen: (string | undefined)[] = [];
  const answer = (context: Context) => {
    const given = context.req.header('x-current-password');
    seen.push(given);
    if (given === undefined)
      return context.json({ success: false, code: 'recent-auth-required', message: 'Again.' }, 403);
    if (given === encodeURIComponent('käfer 9')) return context.json({ success: true, url: '/api/export/one' }, 201);
    const errors = [{ pointer: '/currentPassword', detail: 'Wrong.' }];
    return context.json({ success: false, code: 'validation-failed', message: 'Wrong.', errors }, 422);
  };
  const app = new Hono().post('/api/export', answer).get('/api/audit/export.csv', answer);
  const origin = await new Promise<string>((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }: AddressInfo) =>
      resolve(`http://127.0.0.1:${port}`),
    );
    closers.push(() => server.close());
  });
  const api = createApi({ origin, storage: memoryStorage('token'), withLock: sharedLock() });
  const order = () => unwrap(api.client.export.$post());
  const asked: PasswordQuestion[] = [];
  const answers = ['wrong', 'käfer 9', undefined, undefined, 'käfer 9'];
  api.wrapRequests(
    askPassword(async (question) => {
      asked.push(question);
      return answers.shift();
    }),
  );
  expect(await order()).toEqual({ success: true, url: '/api/export/one' });
  expect([asked, seen]).toEqual([
    [
      { request: 'POST /api/export', mistake: undefined },
      { request: 'POST /api/export', mistake: 'Wrong.' },
    ],
    [undefined, 'wrong', encodeURIComponent('käfer 9')],
  ]);
  await expect(order()).rejects.toMatchObject({ code: 'recent-auth-required', message: 'Again.' });
  const file = () => api.client.audit['export.csv'].$get({ query: {} }) as Promise<Response>;
  // A user who cancels sees the server's message, not that the file could not be created.
  await expect(saveReply(file(), 'log.csv')).rejects.toMatchObject({ message: 'Again.' });
  expect((await file()).status).toBe(201);
});

/** A token in the format of the server; the client does not verify it. */
function createToken(claims: { sub: string; iat?: number; exp?: number; jti?: string }): string {
  return `e30.${btoa(JSON.stringify(claims))}.signature`;
}

test('an expired token is renewed before the request', async () => {
  const seconds = Math.floor(Date.now() / 1000);
  const old = createToken({ sub: 'one', iat: seconds - 1800, exp: seconds - 900 });
  const renewed = createToken({ sub: 'one', iat: seconds, exp: seconds + 900 });
  const { api, seen } = await setUp({ validToken: renewed, refresh: () => ({ status: 200, token: renewed }) }, old);
  await readUsers(api);
  await readUsers(api);
  expect([seen.refreshes, seen.calls]).toEqual([1, 2]);
});

test('a browser whose clock is ahead renews the token once, not before each request', async () => {
  const seconds = Math.floor(Date.now() / 1000) - 7200;
  const [old, renewed] = ['old', 'new'].map((jti) =>
    createToken({ sub: 'one', iat: seconds, exp: seconds + 900, jti }),
  );
  const { api, seen } = await setUp(
    { validToken: renewed ?? '', refresh: () => ({ status: 200, token: renewed ?? '' }) },
    old,
  );
  await readUsers(api);
  await readUsers(api);
  expect([seen.refreshes, seen.calls]).toEqual([1, 2]);
});

test('a request of one user is never sent or repeated with the token of another', async () => {
  const [mine, theirs] = [createToken({ sub: 'one' }), createToken({ sub: 'two' })];
  const { origin, seen } = await startServer({
    validToken: theirs,
    refresh: () => ({ status: 200, token: theirs }), // the cookie belongs to them as well
  });
  const storage = memoryStorage(mine);
  const api = createApi({ origin, storage, withLock: sharedLock(), currentUserId: () => 'one' });
  let told = 0;
  api.onOtherUser(() => {
    told += 1;
  });
  await expect(readUsers(api)).rejects.toMatchObject({ code: 'unauthenticated' });
  await expect(readUsers(api)).rejects.toMatchObject({ message: expect.stringMatching(/^Another user/) });
  expect([seen.calls, told, storage.getItem('token')]).toEqual([1, 1, theirs]);
  expect(await unwrap(api.anyUser.auth.users.$get())).toEqual({ success: true, users: [] });
});

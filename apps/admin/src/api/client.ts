import type { Api } from '@threadline/api/app-type';
import { currentPasswordHeader } from '@threadline/schema/current-password-header';
import type { Problem, ProblemCode } from '@threadline/schema/problem';
import { hc } from 'hono/client';
import { getCurrentUser } from '../store/current-user.ts';
import { isSameUser, readClaims } from './access-token.ts';

/**
 * A refusal of the API, `network` when no answer came, `passkey` when the device gave none. `message` is a sentence for
 * people.
 */
export class ApiError extends Error {
  readonly code: ProblemCode | 'network' | 'passkey';
  readonly status: number;
  readonly errors: { pointer: string; detail: string }[];
  readonly requestId: string | undefined;
  /** On a stale edit: the item as it stands now. */
  readonly current: unknown;
  /** When a second factor is missing: what a passkey has to answer. */
  readonly passkey: Problem['passkeyOptions'];

  constructor(message: string, problem: Partial<Omit<Problem, 'code'>> & { code: ApiError['code'] }) {
    super(message);
    this.name = 'ApiError';
    this.code = problem.code;
    this.status = problem.status ?? 0;
    this.errors = problem.errors ?? [];
    this.requestId = problem.requestId;
    this.current = problem.current;
    this.passkey = problem.passkeyOptions;
  }
}

export function isApiError(error: unknown, code?: ApiError['code']): error is ApiError {
  return error instanceof ApiError && (code === undefined || error.code === code);
}

interface ApiParts {
  /** Without a slash at its end; empty for the page's own address. */
  origin: string;
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Runs `task` while no other tab runs one: a refresh cookie that is used twice ends the session. */
  withLock: <T>(task: () => Promise<T>) => Promise<T>;
  /** The user whose token the calls carry; empty without a session. */
  currentUserId?: () => string;
}

/** Spec §9: token storage key. */
export const tokenKey = 'token';

/** Longer than a backup takes. */
const timeoutMs = 60_000;

const unreachable = () =>
  new ApiError('The server cannot be reached. Check your connection and try again.', { code: 'network' });

const signedInElsewhere = () =>
  new ApiError('Another account has been signed in in this browser.', { code: 'unauthenticated', status: 401 });

/** A token is renewed this long before it expires, so that it does not expire on its way. */
const renewBeforeMs = 10_000;

/** A reply that does not come must not hold up every save behind it. The stream of events is meant to stay open. */
function withTimeout({ headers, signal }: RequestInit = {}): AbortSignal | undefined {
  if (new Headers(headers).get('accept') === 'text/event-stream') return signal ?? undefined;
  const patience = AbortSignal.timeout(timeoutMs);
  return signal ? AbortSignal.any([signal, patience]) : patience;
}

/**
 * The only way to the API. Adds the bearer token, and on 401 refreshes it once and repeats. Only a confirmed 401 signs
 * out: a failed connection keeps the session.
 */
export function createApi({ origin, storage, withLock, currentUserId = () => '' }: ApiParts) {
  const listeners = new Set<() => void>();
  const otherUserListeners = new Set<() => void>();
  let received: { token: string; atMs: number } | undefined;

  function store(token: string): void {
    storage.setItem(tokenKey, token);
    received = { token, atMs: Date.now() };
  }

  /** A token that this page has received is timed by how long it lasts: the clocks of browser and server may differ. */
  function isExpired(token: string): boolean {
    const { iat, exp } = readClaims(token);
    if (iat === undefined || exp === undefined) return false;
    const endMs = received?.token === token ? received.atMs + (exp - iat) * 1000 : exp * 1000;
    return Date.now() > endMs - renewBeforeMs;
  }

  const reach: typeof fetch = async (address, init) => {
    try {
      return await fetch(address, { credentials: 'same-origin', ...init, signal: withTimeout(init) });
    } catch (error) {
      if (init?.signal?.aborted) throw error;
      throw unreachable();
    }
  };
  const anonymous = hc<Api>(`${origin}/api`, { fetch: reach });

  /** Spec §8: a failed refresh returns false. @throws ApiError `network` when nobody can tell. */
  function refresh(usedToken: string): Promise<boolean> {
    return withLock(async () => {
      const stored = storage.getItem(tokenKey);
      // Another tab has refreshed first. If another user signed in there, this session is over.
      if (stored !== usedToken) return stored !== null && isSameUser(stored, usedToken);
      const reply = await anonymous.auth.refresh.$post({}, { headers: { 'X-Requested-With': 'threadline' } });
      if (reply.ok) {
        const { token } = await reply.json();
        store(token);
        return isSameUser(token, usedToken);
      }
      if (reply.status !== 401) throw unreachable();
      storage.removeItem(tokenKey);
      for (const listener of listeners) listener();
      return false;
    });
  }

  /** What one person does is never sent in the name of another who has signed in in another tab. */
  function isForeign(token: string): boolean {
    const user = readClaims(token).sub;
    return user !== undefined && currentUserId() !== '' && user !== currentUserId();
  }

  const createSender =
    ({ forAnyUser }: { forAnyUser: boolean }): typeof fetch =>
    async (address, init) => {
      const readToken = () => {
        const token = storage.getItem(tokenKey);
        if (token === null || forAnyUser || !isForeign(token)) return token;
        for (const listener of otherUserListeners) listener();
        throw signedInElsewhere();
      };
      const attempt = (token: string | null) => {
        const headers = new Headers(init?.headers);
        if (token) headers.set('Authorization', `Bearer ${token}`);
        return reach(address, { ...init, headers });
      };
      const stored = readToken();
      if (stored !== null && isExpired(stored)) await refresh(stored);
      const token = readToken();
      const reply = await attempt(token);
      if (reply.status !== 401 || token === null || !(await refresh(token))) return reply;
      return attempt(readToken());
    };
  const sendSignedIn = createSender({ forAnyUser: false });

  let askPassword: AskPassword = () => Promise.resolve(undefined);

  /** What gives access to others or to all data asks for the password again, and goes on by itself once it is right. */
  const send: typeof fetch = async (address, init) => {
    let reply = await sendSignedIn(address, init);
    if (reply.status !== 403 || (await readCode(reply)) !== 'recent-auth-required') return reply;
    for (let mistake: string | undefined; ; ) {
      const password = await askPassword(mistake);
      if (password === undefined) return reply;
      const headers = new Headers(init?.headers);
      headers.set(currentPasswordHeader, encodeURIComponent(password));
      reply = await sendSignedIn(address, { ...init, headers });
      mistake = await readPasswordError(reply);
      if (mistake === undefined) return reply;
    }
  };

  return {
    /** Every call of the API by its path, with the session. Parameters are put in as they are, so they must be ids. */
    client: hc<Api>(`${origin}/api`, { fetch: send }),
    /** The same without a token; a 401 is the answer, for example to a wrong password. */
    anonymous,
    /** The same as `client`, for the question whose session it is. */
    anyUser: hc<Api>(`${origin}/api`, { fetch: createSender({ forAnyUser: true }) }),
    refresh,
    token: () => storage.getItem(tokenKey),
    signIn: store,
    signOut: () => storage.removeItem(tokenKey),
    /** Who asks people for their password when the server wants it again; undefined when they turn back. */
    onPasswordNeeded(ask: AskPassword): void {
      askPassword = ask;
    },
    /** Tells when the stored token is not that of the current user, and a call was therefore not sent. */
    onOtherUser(listener: () => void): () => void {
      otherUserListeners.add(listener);
      return () => otherUserListeners.delete(listener);
    },
    /** Tells when the server has ended the session. */
    onSessionEnd(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** @param mistake what was wrong with the one before */
export type AskPassword = (mistake: string | undefined) => Promise<string | undefined>;

async function readProblem(reply: Response): Promise<Partial<Problem>> {
  return reply
    .clone()
    .json()
    .catch(() => ({}));
}

async function readCode(reply: Response): Promise<string | undefined> {
  return (await readProblem(reply)).code;
}

/** The sentence about a wrong password; undefined when the reply is about something else. */
async function readPasswordError(reply: Response): Promise<string | undefined> {
  if (reply.status !== 422) return undefined;
  return (await readProblem(reply)).errors?.find(({ pointer }) => pointer === '/currentPassword')?.detail;
}

interface Reply<Body> {
  ok: boolean;
  status: number;
  json(): Promise<Body>;
}

/**
 * What a call of the client was answered with. The types of the API name successes only: a refusal is thrown.
 *
 * @throws ApiError with the server's own sentence when the reply is a refusal
 */
export async function unwrap<Body>(call: Reply<Body> | Promise<Reply<Body>>): Promise<Body> {
  const reply = await call;
  let body: Body;
  try {
    body = await reply.json();
  } catch {
    throw new ApiError('The server gave an answer that cannot be read.', { code: 'internal', status: reply.status });
  }
  if (reply.ok) return body;
  const problem = body as Partial<Problem>;
  throw new ApiError(problem.message || problem.detail || '', {
    ...problem,
    code: problem.code ?? 'internal',
    status: reply.status,
  });
}

/** What people read for any error. */
export function getErrorMessage(error: unknown, fallback: string): string {
  return isApiError(error) && error.message !== '' ? error.message : fallback;
}

let running: Promise<unknown> = Promise.resolve();

// navigator.locks exists only on https and localhost; elsewhere one tab at least stays in order.
function withLock<T>(task: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request('threadline-refresh', task) as Promise<T>;
  const next = running.then(task, task);
  running = next.catch(() => undefined);
  return next;
}

export const api = createApi({
  origin: '',
  storage: localStorage,
  withLock,
  currentUserId: () => getCurrentUser()._id,
});

import type { Api } from '@threadline/api/app-type';
import type { Problem, ProblemCode } from '@threadline/schema/wire/problem';
import { hc } from 'hono/client';
import { getCurrentUser } from '../store/current-user.ts';
import { isSameUser, readClaims } from './access-token.ts';

/**
 * An error reply of the API; `network` without a reply, `passkey` if the device returned none. `message` is a sentence for
 * users.
 */
export class ApiError extends Error {
  readonly code: ProblemCode | 'network' | 'passkey';
  readonly status: number;
  readonly errors: { pointer: string; detail: string }[];
  readonly requestId: string | undefined;
  /** The current item, if the edit was stale. */
  readonly current: unknown;
  /** The field of another item that prevents the change. */
  readonly place: Problem['place'];
  /** With a missing second factor: the options for the passkey assertion. */
  readonly passkey: Problem['passkeyOptions'];

  constructor(
    message: string,
    {
      code,
      status = 0,
      errors = [],
      requestId,
      current,
      place,
      passkeyOptions,
    }: Partial<Omit<Problem, 'code'>> & { code: ApiError['code'] },
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.errors = errors;
    this.requestId = requestId;
    this.current = current;
    this.place = place;
    this.passkey = passkeyOptions;
  }
}

export function isApiError(error: unknown, code?: ApiError['code']): error is ApiError {
  return error instanceof ApiError && (code === undefined || error.code === code);
}

interface ApiParts {
  /** Without a trailing slash; empty for the origin of the page. */
  origin: string;
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Runs `task` while no other tab runs one: using a refresh cookie twice ends the session. */
  withLock: <T>(task: () => Promise<T>) => Promise<T>;
  /** The user whose token the calls carry; empty without a session. */
  currentUserId?: () => string;
}

/** Spec §9: token storage key. */
export const tokenKey = 'token';

/** Longer than the slowest request, a backup. */
const timeoutMs = 60_000;

const unreachable = () =>
  new ApiError('The server cannot be reached. Check your connection and try again.', { code: 'network' });

const signedInElsewhere = () =>
  new ApiError('Another user has signed in on this browser.', { code: 'unauthenticated', status: 401 });

/** A token is renewed this long before it expires, so that it does not expire during a request. */
const renewBeforeMs = 10_000;

/** Adds the timeout: a missing response must not block the saves behind it. The event stream stays open. */
function withTimeout({ headers, signal }: RequestInit = {}): AbortSignal | undefined {
  if (new Headers(headers).get('accept') === 'text/event-stream') return signal ?? undefined;
  const timeout = AbortSignal.timeout(timeoutMs);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}

/**
 * The only access to the API. Adds the bearer token, and on 401 refreshes it once and repeats the request. Only a
 * confirmed 401 signs out: a failed connection keeps the session.
 */
export function createApi({ origin, storage, withLock, currentUserId = () => '' }: ApiParts) {
  const listeners = new Set<() => void>();
  const otherUserListeners = new Set<() => void>();
  let received: { token: string; atMs: number } | undefined;

  function store(token: string): void {
    storage.setItem(tokenKey, token);
    received = { token, atMs: Date.now() };
  }

  /** The age of a received token is measured here, because the clocks of browser and server may differ. */
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

  /** Spec §8: a failed refresh returns false. @throws ApiError `network` without a reply. */
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

  /** Requests of one user are never sent with the token of another who has signed in in another tab. */
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

  let wrap: WrapFetch = (send) => send;
  const send: typeof fetch = (address, init) => wrap(sendSignedIn)(address, init);

  return {
    /** The API by path, with the session. Parameters are not encoded, so they must be ids. */
    client: hc<Api>(`${origin}/api`, { fetch: send }),
    /** The API without a token. A 401 is an ordinary reply, for example to a wrong password. */
    anonymous,
    /** The same as `client`, for the request that reads the user of the session. */
    anyUser: hc<Api>(`${origin}/api`, { fetch: createSender({ forAnyUser: true }) }),
    refresh,
    token: () => storage.getItem(tokenKey),
    signIn: store,
    signOut: () => storage.removeItem(tokenKey),
    /** Sets what happens with the requests of `client`, such as a question for the password. */
    wrapRequests(next: WrapFetch): void {
      wrap = next;
    },
    /** Calls the listener when a request was not sent because the stored token belongs to another user. */
    onOtherUser(listener: () => void): () => void {
      otherUserListeners.add(listener);
      return () => otherUserListeners.delete(listener);
    },
    /** Calls the listener when the server has ended the session. */
    onSessionEnd(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns a function that sends requests with the given one. */
export type WrapFetch = (send: typeof fetch) => typeof fetch;

interface Reply<Body> {
  ok: boolean;
  status: number;
  json(): Promise<Body>;
}

/**
 * Returns the body of a successful reply. The types of the API describe only these.
 *
 * @throws ApiError with the message of the server for any other reply
 */
export async function unwrap<Body>(call: Reply<Body> | Promise<Reply<Body>>): Promise<Body> {
  const reply = await call;
  let body: Body;
  try {
    body = await reply.json();
  } catch {
    throw new ApiError('The server sent an answer that cannot be read. Try again.', {
      code: 'internal',
      status: reply.status,
    });
  }
  if (reply.ok) return body;
  const problem = body as Partial<Problem>;
  throw new ApiError(problem.message || problem.detail || '', {
    ...problem,
    code: problem.code ?? 'internal',
    status: reply.status,
  });
}

/** Returns the message of the server, or the fallback. */
export function getErrorMessage(error: unknown, fallback: string): string {
  return isApiError(error) && error.message !== '' ? error.message : fallback;
}

let running: Promise<unknown> = Promise.resolve();

// navigator.locks exists only on https and localhost. Elsewhere only the requests of this tab are serialised.
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

import { isApiError } from './client.ts';

/** Returns whether a request would fail again: not after a lost connection, a failure of the server or an expired session. */
export function isRefusal(error: unknown): boolean {
  return !isApiError(error) || (error.status >= 400 && error.status < 500 && error.status !== 401);
}

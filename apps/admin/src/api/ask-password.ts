import { currentPasswordHeader } from '@threadline/schema/wire/current-password-header';
import type { Problem } from '@threadline/schema/wire/problem';
import type { WrapFetch } from './client.ts';

export interface PasswordQuestion {
  /** The method and path of the request that needs the password, such as `POST /api/export`. */
  request: string;
  /** The error message for the previous password. */
  mistake: string | undefined;
}

/**
 * Returns the wrapper with which requests that require recent authentication ask for the password, and are then repeated.
 *
 * @param ask asks the user; resolves to undefined if the user cancels
 */
export function askPassword(ask: (question: PasswordQuestion) => Promise<string | undefined>): WrapFetch {
  return (send) => async (address, init) => {
    let reply = await send(address, init);
    if (reply.status !== 403 || (await readProblem(reply)).code !== 'recent-auth-required') return reply;
    const request = `${init?.method} ${new URL(`${address}`, window.location.href).pathname}`;
    for (let mistake: string | undefined; ; ) {
      const password = await ask({ request, mistake });
      if (password === undefined) return reply;
      const headers = new Headers(init?.headers);
      headers.set(currentPasswordHeader, encodeURIComponent(password));
      reply = await send(address, { ...init, headers });
      mistake = await readPasswordError(reply);
      if (mistake === undefined) return reply;
    }
  };
}

async function readProblem(reply: Response): Promise<Partial<Problem>> {
  return reply
    .clone()
    .json()
    .catch(() => ({}));
}

/** Returns the error message for a wrong password; undefined for any other reply. */
async function readPasswordError(reply: Response): Promise<string | undefined> {
  if (reply.status !== 422) return undefined;
  return (await readProblem(reply)).errors?.find(({ pointer }) => pointer === '/currentPassword')?.detail;
}

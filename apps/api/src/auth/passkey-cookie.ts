import { createHash, randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Config } from '../config.ts';
import { challengeMs } from './passkey-challenges.ts';

/**
 * Binds a question to the browser that asked: the cookie holds a secret, and the question is its SHA-256. Only whoever
 * has the one can have the answer to the other counted.
 */
export function createPasskeyCookie({ siteUrl }: Pick<Config, 'siteUrl'>) {
  const secure = siteUrl.startsWith('https:');
  const name = secure ? '__Host-passkey' : 'passkey';
  const attributes = { path: '/', httpOnly: true, sameSite: 'Strict', secure } as const;

  return {
    /** @returns the question, in base64url */
    createChallenge(context: Context): string {
      const secret = randomBytes(32).toString('base64url');
      setCookie(context, name, secret, { ...attributes, maxAge: challengeMs / 1000 });
      return hashSecret(secret);
    },

    /** @returns the question that this browser has asked last; undefined for one that asked none */
    readChallenge(context: Context): string | undefined {
      const secret = getCookie(context, name);
      return secret === undefined ? undefined : hashSecret(secret);
    },
  };
}

function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

import type { User } from '@threadline/schema/user';
import type { MiddlewareHandler } from 'hono';
import type { Sessions } from '../auth/sessions.ts';
import { ProblemError } from './problem-error.ts';

export interface Session {
  id: string;
  user: User;
}

export type SignedIn = { Variables: { session: Session; requestId: string } };

export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer ([\w.~+/-]+=*)$/.exec(header ?? '')?.[1];
}

/** Only with a session that is valid at this moment: the session row is looked up on every request. */
export function requireSession(sessions: Sessions): MiddlewareHandler<SignedIn> {
  return async (context, next) => {
    const token = bearerToken(context.req.header('authorization'));
    const session = token ? await sessions.verify(token) : undefined;
    if (!session) {
      throw new ProblemError('unauthenticated', {
        detail: token ? 'Your session has ended. Please sign in again.' : 'Please sign in first.',
        headers: { 'www-authenticate': 'Bearer' },
      });
    }
    context.set('session', session);
    await next();
  };
}

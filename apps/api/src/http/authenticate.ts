import type { User } from '@threadline/schema/user';
import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import { isAllowed, needsSecondFactor, type Rule, ruleOf } from '../auth/policy.ts';
import { endedSession } from '../auth/refuse-ended.ts';
import type { Sessions } from '../auth/sessions.ts';
import { ProblemError } from './problem-error.ts';

export interface Session {
  id: string;
  user: User;
}

export type SignedIn = { Variables: { session: Session; requestId: string } };

/** Returns the token of an `Authorization: Bearer` header. The name of the scheme may be in any case (RFC 9110, 11.1). */
export function bearerToken(header: string | undefined): string | undefined {
  return /^bearer ([\w.~+/-]+=*)$/i.exec(header ?? '')?.[1];
}

/**
 * Only with a session that is valid at this moment, and only for the roles that the policy names: the session row is
 * looked up on every request, and the rule by the route that answers it.
 */
export function requireSession(sessions: Sessions): MiddlewareHandler<SignedIn> {
  return async (context, next) => {
    const token = bearerToken(context.req.header('authorization'));
    const session = token ? await sessions.verify(token) : undefined;
    if (!session) throw token ? endedSession() : signedOut();
    // What is registered for all methods is no call: its path leads to "there is no such call".
    const route = matchedRoutes(context).find(({ method }) => method !== 'ALL');
    if (route) refuseForbidden(session, ruleOf(route), sessions);
    context.set('session', session);
    checks.set(context, () => sessions.refuseEnded(session));
    await next();
  };
}

const checks = new WeakMap<Context, () => void>();

/**
 * How to ask for the session of a call again once its body has been read: whoever holds back the last byte would still act
 * after the session was ended. Undefined where nobody has to be signed in.
 */
export function sessionCheckOf(context: Context): (() => void) | undefined {
  return checks.get(context);
}

function signedOut(): ProblemError {
  return new ProblemError('unauthenticated', {
    detail: 'Please sign in first.',
    headers: { 'www-authenticate': 'Bearer' },
  });
}

function refuseForbidden({ user }: Session, rule: Rule | undefined, profile: { strict: boolean }): void {
  if (!isAllowed(user.role, rule, profile)) {
    throw new ProblemError('forbidden', { detail: 'Only a super admin may do this.' });
  }
  if (needsSecondFactor(rule, profile) && !user.hasSecondFactor) {
    throw new ProblemError('second-factor-missing', { detail: 'Set up a second factor for your account first.' });
  }
}

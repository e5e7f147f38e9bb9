import type { User } from '@threadline/schema/user';
import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { Actor } from '../platform/audit-log/audit-log.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { isAllowed, needsSecondFactor, type Rule, ruleOf } from './policy.ts';
import { endedSession } from './refuse-ended-session.ts';
import type { Sessions } from './sessions.ts';

export interface Session {
  id: string;
  user: User;
}

export type SignedIn = {
  Variables: {
    session: Session;
    /** The signed-in user, as the audit log names who did something. */
    actor: Actor;
    requestId: string;
    refuseEnded?: () => void;
  };
};

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
    context.set('actor', { id: session.user._id, name: session.user.name });
    context.set('refuseEnded', () => sessions.refuseEnded(session));
    await next();
  };
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

import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { Actor } from '../platform/audit-log/audit-log.ts';
import type { SessionCheck } from '../platform/http/json-body.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { getRule, isAllowed, needsSecondFactor, type Rule } from './policy.ts';
import { createSessionEndedError, type Session, type Sessions } from './sessions.ts';

export type SignedIn = {
  Variables: SessionCheck['Variables'] & {
    session: Session;
    /** The signed-in user as the audit log names them. */
    actor: Actor;
    requestId: string;
  };
};

/** Returns the token of an `Authorization: Bearer` header. The scheme is case-insensitive (RFC 9110, section 11.1). */
export function getBearerToken(header: string | undefined): string | undefined {
  return /^bearer ([\w.~+/-]+=*)$/i.exec(header ?? '')?.[1];
}

/**
 * Requires a session that is valid now and a role that the policy allows. The session row is read on every request; the rule
 * is that of the matched route. `limitBody` repeats the check after the body was read.
 */
export function requireSession(sessions: Sessions): MiddlewareHandler<SignedIn> {
  return async (context, next) => {
    const token = getBearerToken(context.req.header('authorization'));
    const session = token ? await sessions.verify(token) : undefined;
    if (!session) throw token ? createSessionEndedError() : createSignedOutError();
    // Routes for all methods are the fallback of a path, which answers "not found".
    const route = matchedRoutes(context).find(({ method }) => method !== 'ALL');
    if (route) assertAllowed(session, getRule(route), sessions);
    context.set('session', session);
    context.set('actor', { id: session.user._id, name: session.user.name });
    context.set('assertSessionActive', () => sessions.assertActive(session));
    await next();
  };
}

function createSignedOutError(): ProblemError {
  return new ProblemError('unauthenticated', {
    detail: 'Please sign in first.',
    headers: { 'www-authenticate': 'Bearer' },
  });
}

function assertAllowed({ user }: Session, rule: Rule | undefined, profile: { strict: boolean }): void {
  if (!isAllowed(user.role, rule, profile)) {
    throw new ProblemError('forbidden', { detail: 'Only a super admin may do this.' });
  }
  if (needsSecondFactor(rule, profile) && !user.hasSecondFactor) {
    throw new ProblemError('second-factor-missing', { detail: 'Set up a second factor for your account first.' });
  }
}

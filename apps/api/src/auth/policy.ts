import type { Role } from '@threadline/schema/wire/user';
import type { MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { Actor } from '../platform/audit-log/audit-log.ts';
import type { SessionCheck } from '../platform/http/json-body.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { createSessionEndedError, type Session, type Sessions } from './sessions.ts';

/**
 * The policy: who may make a call.
 *
 * - `anyone`: visitors, too
 * - `link`: the holder of a secret link or ticket; the call itself checks it
 * - `publisher`: the publisher with its own token
 * - `own`: every signed-in user, for their own account
 * - `session`: every signed-in user (Spec §6); in the strict profile only with a second factor
 * - `people`: as `session`; in the strict profile only super admins
 * - `super_admin`: only that role
 */
export type Rule = 'anyone' | 'link' | 'publisher' | 'own' | 'session' | 'people' | 'super_admin';

/** Every call of the API by method and path, without the `/api` prefix. A test fails for a call that is not named here. */
export const rules: Readonly<Record<string, Rule>> = {
  'POST /auth/login': 'anyone',
  'POST /auth/passkey/options': 'anyone',
  'POST /auth/passkey': 'anyone',
  'POST /auth/refresh': 'anyone',
  'POST /auth/logout': 'anyone',
  'GET /session-options': 'anyone',
  'GET /setup/:token': 'link',
  'POST /setup': 'link',
  'POST /auth/forgot-password': 'anyone',
  'POST /auth/links/check': 'link',
  'POST /auth/links/accept': 'link',
  'GET /auth/me': 'own',
  'GET /account/sessions': 'own',
  'DELETE /account/sessions': 'own',
  'DELETE /account/sessions/:id': 'own',
  'GET /account/second-factor': 'own',
  'POST /account/second-factor': 'own',
  'POST /account/second-factor/confirm': 'own',
  'POST /account/second-factor/recovery-codes': 'own',
  'DELETE /account/second-factor': 'own',
  'GET /account/passkeys': 'own',
  'POST /account/passkeys/options': 'own',
  'POST /account/passkeys': 'own',
  'PATCH /account/passkeys/:id': 'own',
  'DELETE /account/passkeys/:id': 'own',
  'PUT /account/password': 'own',
  'PUT /account/name': 'own',
  'PUT /account/email': 'own',

  // `mayManage` decides on which accounts these calls may act.
  'GET /auth/users': 'session',
  'POST /auth/create-admin': 'people',
  'PUT /auth/users/:id': 'people',
  'DELETE /auth/users/:id': 'people',
  'GET /auth/users/trash': 'people',
  'POST /auth/users/:id/restore': 'people',
  'PUT /auth/users/:id/status': 'people',
  'POST /auth/users/:id/link': 'people',
  'POST /auth/invitations': 'people',
  'DELETE /auth/users/:id/second-factor': 'super_admin',
  'GET /auth/users/:id/sessions': 'super_admin',
  'DELETE /auth/users/:id/sessions': 'super_admin',

  'GET /content': 'anyone',
  'GET /content/removed': 'session',
  'GET /content/:section/:key/history': 'session',
  'GET /content/:section/:key/removal': 'session',
  'PUT /content/bulk': 'session',
  'PUT /content/:section/:key': 'session',
  'PUT /content/:section/order': 'session',
  'DELETE /content/:section/:key': 'session',
  'GET /drafts': 'session',
  'GET /drafts/discarded': 'session',
  'POST /drafts/discarded/:id/restore': 'session',
  'GET /drafts/:section/:key': 'session',
  'PUT /drafts/:section/:key': 'session',
  'DELETE /drafts/:section/:key': 'session',
  'PUT /drafts/:section/:key/schedule': 'session',
  'DELETE /drafts/:section/:key/schedule': 'session',

  'GET /upload/images': 'session',
  'POST /upload/images/bulk': 'session',
  'POST /upload/multiple': 'session',
  'POST /upload/video': 'session',
  'POST /upload/linked-video': 'session',
  'GET /upload/image/:id/uses': 'session',
  'GET /upload/image/:id/thumbnail': 'session',
  'POST /upload/image/:id/restore': 'session',
  'GET /upload/image/:id/original': 'session',
  'PUT /upload/image/:id/edit': 'session',
  'POST /upload/image/:id/copy': 'session',
  'PUT /upload/image/:id/file': 'session',
  'POST /upload/image/:id/file/restore': 'session',
  'PATCH /upload/image/:id': 'session',
  'PUT /upload/image/:id/poster': 'session',
  'PUT /upload/image/:id/captions': 'session',
  'DELETE /upload/image/:id': 'session',

  'POST /request/send-request': 'anyone',
  'POST /newsletter': 'anyone',
  'GET /newsletter/confirm': 'link',
  'POST /newsletter/confirm': 'link',
  'GET /newsletter/unsubscribe': 'link',
  'POST /newsletter/unsubscribe': 'link',
  'GET /my-data': 'anyone',
  'POST /my-data': 'anyone',
  'GET /my-data/view': 'link',
  'POST /my-data/download': 'link',
  'POST /my-data/correct': 'link',
  'POST /my-data/withdraw': 'link',
  'POST /my-data/erase': 'link',

  'GET /enquiries': 'session',
  'GET /enquiries/counts': 'session',
  'GET /enquiries/origins': 'session',
  'GET /enquiries/export.csv': 'session',
  'GET /enquiries/:id': 'session',
  'PATCH /enquiries/:id': 'session',
  'POST /enquiries/:id/notes': 'session',
  'POST /enquiries/:id/reply': 'session',
  'GET /outbox': 'session',
  'GET /outbox/:id': 'session',
  'POST /outbox/retry': 'session',
  'POST /outbox/dismiss': 'session',
  'POST /outbox/:id/retry': 'session',
  'POST /outbox/:id/dismiss': 'session',
  'GET /backup-location': 'super_admin',
  'PUT /backup-location': 'super_admin',
  'DELETE /backup-location': 'super_admin',
  'POST /backup-location/check': 'super_admin',
  'GET /mail-settings': 'super_admin',
  'PUT /mail-settings': 'super_admin',
  'DELETE /mail-settings': 'super_admin',
  'POST /mail-settings/test': 'super_admin',
  'GET /subscribers': 'session',
  'GET /subscribers/export.csv': 'session',
  'POST /privacy/find': 'session',
  'POST /privacy/correct': 'session',
  'POST /privacy/erase': 'session',
  'GET /privacy/requests': 'session',
  'POST /privacy/requests': 'session',
  'POST /privacy/requests/:id/done': 'session',
  'GET /privacy/erasures': 'session',
  'POST /self-test': 'session',
  'POST /self-test/by-token': 'link',

  'POST /preview': 'session',
  'GET /preview/links': 'session',
  'POST /preview/links': 'session',
  'DELETE /preview/links/:id': 'session',
  'GET /preview/feedback': 'session',
  'PUT /preview/feedback/:id': 'session',
  'GET /publishing/status': 'session',
  'GET /publishing/events': 'session',
  'PUT /publishing/presence': 'session',
  'GET /publishing/pending-changes': 'session',
  'PUT /publishing/review': 'session',
  'POST /publishing/publish': 'session',
  'POST /publishing/retry': 'session',
  'PUT /publishing/schedule': 'session',
  'DELETE /publishing/schedule': 'session',
  'GET /publishing/deliveries': 'session',
  'POST /publishing/deliveries/:id/retry': 'session',
  'GET /releases': 'session',
  'POST /releases/:id/rollback': 'session',
  'GET /releases/restore/:revision': 'session',
  'POST /releases/restore': 'session',
  'POST /releases/resume': 'session',

  'GET /dashboard': 'session',
  'POST /dashboard/privacy-notice-read': 'session',
  'DELETE /dashboard/privacy-notice-read': 'session',
  'GET /audit': 'session',
  'GET /audit/export.csv': 'session',
  'GET /backups': 'session',
  'POST /backups': 'super_admin',
  'POST /backups/:id/verify': 'super_admin',
  'POST /backups/:id/download': 'super_admin',
  'GET /backups/archives/:ticket': 'link',
  'POST /backups/:id/restore': 'super_admin',
  'POST /export': 'super_admin',
  'GET /export/:ticket': 'link',

  'GET /internal/target-revision': 'publisher',
  'GET /internal/snapshot': 'publisher',
  'POST /internal/reports': 'publisher',
  'PUT /internal/targets': 'publisher',
  'GET /snapshot': 'anyone',
  'GET /health': 'anyone',
  'GET /livez': 'anyone',
  'GET /readyz': 'anyone',
};

/** Returns the rule of a route: `/api/auth/users/:id` and `/auth/users/:id` share one. */
export function getRule({ method, path }: { method: string; path: string }): Rule | undefined {
  const call = `${method} ${path.replace(/^\/api(?=\/)/, '').replace(/(?<=.)\/$/, '')}`;
  return Object.hasOwn(rules, call) ? rules[call] : undefined;
}

/** Returns whether a signed-in user may make the calls of a rule. Calls without a rule are refused. */
export function isAllowed(role: Role, rule: Rule | undefined, { strict }: { strict: boolean }): boolean {
  if (rule === undefined || rule === 'publisher') return false;
  const isForSuperAdmins = rule === 'super_admin' || (strict && rule === 'people');
  return !isForSuperAdmins || role === 'super_admin';
}

/** Returns whether a call is refused until the user has set up a second factor. */
export function needsSecondFactor(rule: Rule | undefined, { strict }: { strict: boolean }): boolean {
  return strict && rule !== 'own';
}

const rank: Record<Role, number> = { admin: 1, super_admin: 2 };

/** Returns whether a user may grant the other role or act on an account that has it. */
export function mayManage(by: Role, other: Role): boolean {
  return rank[other] <= rank[by];
}

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
    detail: 'Sign in first.',
    headers: { 'www-authenticate': 'Bearer' },
  });
}

function assertAllowed({ user }: Session, rule: Rule | undefined, profile: { strict: boolean }): void {
  if (!isAllowed(user.role, rule, profile)) {
    throw new ProblemError('forbidden', { detail: 'Only a super admin may do this.' });
  }
  if (needsSecondFactor(rule, profile) && !user.hasSecondFactor) {
    throw new ProblemError('second-factor-missing', {
      detail: 'Set up two-step verification under Your account first.',
    });
  }
}

import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { User } from '@threadline/schema/wire/user';
import { and, eq, gt, lt, ne, or, sql } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { type Actor, recordAudit } from '../platform/audit-log/audit-log.ts';
import type { Db, Tx } from '../platform/db/client.ts';
import { sessions as sessionsTable, users } from '../platform/db/schema/core.ts';
import { hourMs } from '../platform/durations.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { isSameSecret } from '../platform/keys.ts';
import { createAccessTokens } from './access-tokens.ts';
import { toUser, type UserRow } from './user-record.ts';

export interface Session {
  id: string;
  user: User;
}

/** Returns the user of a session as the audit log names them; null stands for the system or the command line. */
export function toActor(session: Session | null): Actor | null {
  return session && { id: session.user._id, name: session.user.name };
}

/** A session ends after `idleMs` without a refresh, and after `maxMs` in any case. */
const lifetimes = {
  standard: { idleMs: 12 * hourMs, maxMs: 7 * 24 * hourMs },
  strict: { idleMs: hourMs, maxMs: 24 * hourMs },
};
/** A replaced refresh token works for this long, because the reply with its successor may have been lost. */
const replacedTokenMs = 30_000;

type SessionRow = typeof sessionsTable.$inferSelect;

/** Tokens and user that a successful sign-in or refresh returns. */
export interface Grant {
  token: string;
  /** `<session id>.<random>`; sent in the HttpOnly cookie. */
  refreshToken: string;
  expiresAt: Date;
  user: User;
}

/**
 * Manages the sessions of signed-in users. An access token (15 minutes) names a session row that is read on every request, so
 * a revoked session, a deleted user or a changed role takes effect at once. A refresh token works once, and again for 30 s.
 */
export function createSessions(deps: Pick<Deps, 'config' | 'db' | 'now' | 'secrets'>) {
  const { db, now } = deps;
  const { refreshTokenKey } = deps.secrets;
  const { strict } = deps.config;
  const { idleMs, maxMs } = lifetimes[strict ? 'strict' : 'standard'];
  const accessTokens = createAccessTokens(deps);

  // Prepared once: it runs on every request.
  const sessionWithUser = db
    .select({ session: sessionsTable, user: users })
    .from(sessionsTable)
    .innerJoin(users, eq(sessionsTable.userId, users.id))
    .where(eq(sessionsTable.id, sql.placeholder('id')))
    .prepare();

  function findActive(id: string) {
    const row = sessionWithUser.get({ id });
    if (row?.user.status !== 'active' || row.session.expiresAt <= now().toISOString()) return undefined;
    return row.session.sessionVersion === row.user.sessionVersion ? row : undefined;
  }

  const getExpiry = (createdAt: string) => new Date(Math.min(now().getTime() + idleMs, Date.parse(createdAt) + maxMs));

  async function createGrant({ id, user }: Session, secret: string, expiresAt: Date): Promise<Grant> {
    const token = await accessTokens.issue({ sessionId: id, userId: user._id });
    return { token, refreshToken: `${id}.${secret}`, expiresAt, user };
  }

  return {
    /** Whether the strict security profile is on, which the policy needs. */
    strict,

    /** Returns the session of a valid access token; undefined if the token or its session is not valid. */
    async verify(token: string): Promise<Session | undefined> {
      const claims = await accessTokens.read(token);
      const row = claims && findActive(claims.sessionId);
      return row && row.user.id === claims.userId ? { id: row.session.id, user: toUser(row.user) } : undefined;
    },

    /** @throws ProblemError 401, see `assertSessionActive` */
    assertActive: (session: Session): void => assertSessionActive(db, session, now()),

    /**
     * Starts a session after a verified password or passkey.
     *
     * @param account as it was during the verification; undefined is returned if it has changed since
     */
    async begin(
      account: Pick<UserRow, 'id' | 'sessionVersion'>,
      userAgent: string | undefined,
      action: 'user.signed-in' | 'user.signed-in-with-passkey' = 'user.signed-in',
    ): Promise<Grant | undefined> {
      const at = now().toISOString();
      const id = randomUUID();
      const secret = createRefreshSecret(id, refreshTokenKey);
      const expiresAt = getExpiry(at);
      const user = db.transaction((tx) => {
        tx.delete(sessionsTable).where(lt(sessionsTable.expiresAt, at)).run();
        const isUnchanged = and(
          eq(users.id, account.id),
          eq(users.sessionVersion, account.sessionVersion),
          eq(users.status, 'active'),
        );
        const row = tx.update(users).set({ lastLogin: at }).where(isUnchanged).returning().get();
        if (!row) return undefined;
        tx.insert(sessionsTable)
          .values({
            id,
            userId: row.id,
            sessionVersion: row.sessionVersion,
            refreshHash: hashSecret(secret),
            createdAt: at,
            refreshedAt: at,
            expiresAt: expiresAt.toISOString(),
            userAgent: userAgent?.slice(0, 200),
          })
          .run();
        recordAudit(tx, { at, by: row, action, subject: row.email });
        return toUser(row);
      });
      return user && createGrant({ id, user }, secret, expiresAt);
    },

    /**
     * Exchanges a refresh token for new tokens. The previous token works for another 30 s; if both calls succeed, only the
     * later tokens stay valid. An older token ends the session: a thief and the owner cannot be told apart. A token that this
     * installation never issued ends nothing, because the id of a session is no secret.
     */
    async refresh(refreshToken: string): Promise<Grant | undefined> {
      const [id = '', given = ''] = refreshToken.split('.', 2);
      const secret = createRefreshSecret(id, refreshTokenKey);
      const exchanged = db.transaction(
        (tx) => {
          const row = findActive(id);
          if (!row) return undefined;
          const at = now().toISOString();
          const givenHash = hashSecret(given);
          const isNewest = isSameSecret(row.session.refreshHash, givenHash);
          if (!isNewest && !isRecentlyReplaced(row.session, givenHash, now())) {
            if (!isIssuedHere(given, id, refreshTokenKey)) return undefined;
            tx.delete(sessionsTable).where(eq(sessionsTable.id, id)).run();
            recordAudit(tx, { at, by: null, action: 'session.reuse-refused', subject: row.user.email });
            return undefined;
          }
          const expiresAt = getExpiry(row.session.createdAt);
          tx.update(sessionsTable)
            .set({
              refreshHash: hashSecret(secret),
              refreshedAt: at,
              expiresAt: expiresAt.toISOString(),
              // A repeated call does not restart the 30 s.
              ...(isNewest && { previousRefreshHash: givenHash, replacedAt: at }),
            })
            .where(eq(sessionsTable.id, id))
            .run();
          return { user: toUser(row.user), expiresAt };
        },
        { behavior: 'immediate' },
      );
      return exchanged && createGrant({ id, user: exchanged.user }, secret, exchanged.expiresAt);
    },

    /** Ends the session of an access or refresh token. Ignores unknown tokens. */
    async end({ accessToken, refreshToken }: { accessToken?: string; refreshToken?: string }): Promise<void> {
      const claims = accessToken ? await accessTokens.read(accessToken) : undefined;
      if (claims) db.delete(sessionsTable).where(eq(sessionsTable.id, claims.sessionId)).run();
      if (!refreshToken) return;
      // The id alone must not end a session: it is no secret.
      const [id = '', given = ''] = refreshToken.split('.', 2);
      const hash = hashSecret(given);
      const isToken = or(eq(sessionsTable.refreshHash, hash), eq(sessionsTable.previousRefreshHash, hash));
      db.delete(sessionsTable)
        .where(and(eq(sessionsTable.id, id), isToken))
        .run();
    },
  };
}

export type Sessions = ReturnType<typeof createSessions>;

/**
 * Checks a session again after something was awaited: a body, a password hash, another transaction. Meanwhile the caller may
 * have been signed out, disabled or given another role.
 *
 * @throws ProblemError 401
 */
export function assertSessionActive(db: Pick<Db, 'select'>, { id, user }: Session, now: Date): void {
  const row = db
    .select({ role: users.role })
    .from(sessionsTable)
    .innerJoin(users, and(eq(sessionsTable.userId, users.id), eq(sessionsTable.sessionVersion, users.sessionVersion)))
    .where(and(eq(sessionsTable.id, id), gt(sessionsTable.expiresAt, now.toISOString()), eq(users.status, 'active')))
    .get();
  if (row?.role !== user.role) throw createSessionEndedError();
}

export function createSessionEndedError(): ProblemError {
  return new ProblemError('unauthenticated', {
    detail: 'Your session has ended. Sign in again.',
    headers: { 'www-authenticate': 'Bearer' },
  });
}

/** Ends every session of a user except that of `by`, which continues under the new session version. */
export function endOtherSessions(tx: Tx, user: UserRow, by: Session | null): void {
  const ownId = by?.user._id === user.id ? by.id : '';
  tx.delete(sessionsTable)
    .where(and(eq(sessionsTable.userId, user.id), ne(sessionsTable.id, ownId)))
    .run();
  tx.update(sessionsTable).set({ sessionVersion: user.sessionVersion }).where(eq(sessionsTable.id, ownId)).run();
}

const randomLength = 32;

/** Returns 256 random bits, followed by a MAC that only this installation can compute for this session. */
function createRefreshSecret(sessionId: string, key: string): string {
  const random = randomBytes(randomLength);
  return Buffer.concat([random, computeMac(random, sessionId, key)]).toString('base64url');
}

/** Returns whether this installation has ever issued the secret for this session. */
function isIssuedHere(secret: string, sessionId: string, key: string): boolean {
  const bytes = Buffer.from(secret, 'base64url');
  const random = bytes.subarray(0, randomLength);
  const mac = computeMac(random, sessionId, key);
  return bytes.length === randomLength + mac.length && timingSafeEqual(bytes.subarray(randomLength), mac);
}

function computeMac(random: Buffer, sessionId: string, key: string): Buffer {
  return createHmac('sha256', key).update(sessionId).update(random).digest();
}

function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

function isRecentlyReplaced({ previousRefreshHash, replacedAt }: SessionRow, hash: string, at: Date): boolean {
  if (!previousRefreshHash || !replacedAt) return false;
  return isSameSecret(previousRefreshHash, hash) && at.getTime() - Date.parse(replacedAt) <= replacedTokenMs;
}

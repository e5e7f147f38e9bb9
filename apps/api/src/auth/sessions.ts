import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { User } from '@threadline/schema/user';
import { and, eq, lt, or, sql } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { recordAudit } from '../platform/audit-log/audit-log.ts';
import { sessions as sessionsTable, users } from '../platform/db/schema/core.ts';
import { hourMs } from '../platform/durations.ts';
import { endedSession, refuseEnded } from './refuse-ended-session.ts';
import type { Session } from './require-session.ts';
import { createAccessTokens } from './token.ts';
import { toUser } from './user-row.ts';

/** A session nobody has used for this long is over, and none lasts longer than the second. */
const lifetimes = {
  standard: { idleMs: 12 * hourMs, longestMs: 7 * 24 * hourMs },
  strict: { idleMs: hourMs, longestMs: 24 * hourMs },
};
/** A browser whose reply was lost repeats the call with the token it still has, for this long. */
const repeatMs = 30_000;

type StoredSession = typeof sessionsTable.$inferSelect;
type Account = Pick<typeof users.$inferSelect, 'id' | 'sessionVersion'>;

/** What a successful sign-in or refresh hands out. */
export interface Grant {
  token: string;
  /** `<session id>.<random>`; goes into the HttpOnly cookie. */
  refreshToken: string;
  expiresAt: Date;
  user: User;
}

/**
 * Who is signed in. An access token (15 minutes) names a session row that is looked up on every request, so that a revoked
 * session, a deleted user or a changed role counts at once. A refresh token works once, and again for 30 s.
 */
export function createSessions(deps: Pick<Deps, 'config' | 'db' | 'now' | 'secrets'>) {
  const { db, now } = deps;
  const { refreshTokenKey } = deps.secrets;
  const { strict } = deps.config;
  const { idleMs, longestMs } = lifetimes[strict ? 'strict' : 'standard'];
  const accessTokens = createAccessTokens(deps);

  const found = db
    .select({ session: sessionsTable, user: users })
    .from(sessionsTable)
    .innerJoin(users, eq(sessionsTable.userId, users.id))
    .where(eq(sessionsTable.id, sql.placeholder('id')))
    .prepare();

  function findValid(id: string) {
    const row = found.get({ id });
    if (row?.user.status !== 'active' || row.session.expiresAt <= now().toISOString()) return undefined;
    return row.session.sessionVersion === row.user.sessionVersion ? row : undefined;
  }

  const expiry = (createdAt: string) => new Date(Math.min(now().getTime() + idleMs, Date.parse(createdAt) + longestMs));

  async function grant(sessionId: string, user: User, values: { secret: string; expiresAt: Date }): Promise<Grant> {
    const token = await accessTokens.issue({ sessionId, userId: user._id });
    return { token, refreshToken: `${sessionId}.${values.secret}`, expiresAt: values.expiresAt, user };
  }

  return {
    /** Whether the strict profile is on: the policy asks for more. */
    strict,

    /** The session of a valid, unrevoked access token; undefined otherwise. */
    async verify(token: string): Promise<Session | undefined> {
      const claims = await accessTokens.read(token);
      const row = claims && findValid(claims.sessionId);
      return row && row.user.id === claims.userId ? { id: row.session.id, user: toUser(row.user) } : undefined;
    },

    /** @throws ProblemError 401, also when its time is over */
    refuseEnded(session: Session): void {
      if (!findValid(session.id)) throw endedSession();
      refuseEnded(db, session);
    },

    /**
     * Begins a session for somebody whose password or passkey was right.
     *
     * @param account as it was when that was checked; undefined is returned if it has changed since
     */
    async begin(
      account: Account,
      userAgent: string | undefined,
      action: 'user.signed-in' | 'user.signed-in-with-passkey' = 'user.signed-in',
    ): Promise<Grant | undefined> {
      const at = now().toISOString();
      const id = randomUUID();
      const secret = newSecret(id, refreshTokenKey);
      const expiresAt = expiry(at);
      const user = db.transaction((tx) => {
        tx.delete(sessionsTable).where(lt(sessionsTable.expiresAt, at)).run();
        const unchanged = and(
          eq(users.id, account.id),
          eq(users.sessionVersion, account.sessionVersion),
          eq(users.status, 'active'),
        );
        const row = tx.update(users).set({ lastLogin: at }).where(unchanged).returning().get();
        if (!row) return undefined;
        tx.insert(sessionsTable)
          .values({
            id,
            userId: row.id,
            sessionVersion: row.sessionVersion,
            refreshHash: hashOf(secret),
            createdAt: at,
            refreshedAt: at,
            expiresAt: expiresAt.toISOString(),
            userAgent: userAgent?.slice(0, 200),
          })
          .run();
        recordAudit(tx, { at, by: row, action, subject: row.email });
        return toUser(row);
      });
      return user && grant(id, user, { secret, expiresAt });
    },

    /**
     * Exchanges a refresh token for new tokens. The token is accepted again for 30 s after its first use, because the
     * reply may have been lost. Two calls with it may thus both succeed, but only the tokens of the later one go on.
     * An older token of the session ends it: either a thief or the owner holds the newer one, and nobody can tell who. A
     * token that was never issued ends nothing: the id of a session is no secret.
     */
    async refresh(refreshToken: string): Promise<Grant | undefined> {
      const [id = '', given = ''] = refreshToken.split('.', 2);
      const secret = newSecret(id, refreshTokenKey);
      const exchanged = db.transaction(
        (tx) => {
          const row = findValid(id);
          if (!row) return undefined;
          const at = now().toISOString();
          const givenHash = hashOf(given);
          const isNewest = isSame(row.session.refreshHash, givenHash);
          if (!isNewest && !isRepeated(row.session, givenHash, now())) {
            if (!isIssued(given, id, refreshTokenKey)) return undefined;
            tx.delete(sessionsTable).where(eq(sessionsTable.id, id)).run();
            recordAudit(tx, { at, by: null, action: 'session.reuse-refused', subject: row.user.email });
            return undefined;
          }
          const expiresAt = expiry(row.session.createdAt);
          tx.update(sessionsTable)
            .set({
              refreshHash: hashOf(secret),
              refreshedAt: at,
              expiresAt: expiresAt.toISOString(),
              // A repeated call does not begin the 30 s anew.
              ...(isNewest && { previousRefreshHash: givenHash, replacedAt: at }),
            })
            .where(eq(sessionsTable.id, id))
            .run();
          return { user: toUser(row.user), expiresAt };
        },
        { behavior: 'immediate' },
      );
      return exchanged && grant(id, exchanged.user, { secret, expiresAt: exchanged.expiresAt });
    },

    /** Ends the session that a token belongs to, of either kind. Unknown tokens are no mistake. */
    async end({ accessToken, refreshToken }: { accessToken?: string; refreshToken?: string }): Promise<void> {
      const claims = accessToken ? await accessTokens.read(accessToken) : undefined;
      if (claims) db.delete(sessionsTable).where(eq(sessionsTable.id, claims.sessionId)).run();
      // A session's id is no secret, its refresh token is: only the whole of it may end the session.
      const [id = '', given = ''] = refreshToken?.split('.', 2) ?? [];
      const hash = hashOf(given);
      const isToken = or(eq(sessionsTable.refreshHash, hash), eq(sessionsTable.previousRefreshHash, hash));
      const owned = and(eq(sessionsTable.id, id), isToken);
      if (refreshToken) db.delete(sessionsTable).where(owned).run();
    },
  };
}

export type Sessions = ReturnType<typeof createSessions>;

const randomLength = 32;

/** Returns 256 random bits and a code that only this installation can make of them for this session. */
function newSecret(sessionId: string, key: string): string {
  const random = randomBytes(randomLength);
  return Buffer.concat([random, codeOf(random, sessionId, key)]).toString('base64url');
}

/** Returns whether this secret was made here for this session, at whatever time. */
function isIssued(secret: string, sessionId: string, key: string): boolean {
  const bytes = Buffer.from(secret, 'base64url');
  const random = bytes.subarray(0, randomLength);
  const code = codeOf(random, sessionId, key);
  return bytes.length === randomLength + code.length && timingSafeEqual(bytes.subarray(randomLength), code);
}

function codeOf(random: Buffer, sessionId: string, key: string): Buffer {
  return createHmac('sha256', key).update(sessionId).update(random).digest();
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

function isRepeated({ previousRefreshHash, replacedAt }: StoredSession, hash: string, at: Date): boolean {
  if (!previousRefreshHash || !replacedAt) return false;
  return isSame(previousRefreshHash, hash) && at.getTime() - Date.parse(replacedAt) <= repeatMs;
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

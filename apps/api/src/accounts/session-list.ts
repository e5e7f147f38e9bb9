import type { AccountSession } from '@threadline/schema/wire/account';
import type { User } from '@threadline/schema/wire/user';
import { and, desc, eq, gt, ne } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { type Actor, recordAudit } from '../platform/audit-log/audit-log.ts';
import { sessions, users } from '../platform/db/schema/core.ts';
import { revokePreviewLinks } from '../preview/links.ts';

/** Lists and ends the sessions of a user. An ended session is refused on its next call. */
export function createSessionList({ db, now }: Pick<Deps, 'db' | 'now'>) {
  return {
    /** Returns the valid sessions of a user, the last used first. */
    list(userId: string, currentId: string): AccountSession[] {
      const { id, createdAt, refreshedAt, expiresAt, userAgent } = sessions;
      const isValid = and(
        eq(users.id, userId),
        eq(sessions.sessionVersion, users.sessionVersion),
        gt(expiresAt, now().toISOString()),
      );
      return db
        .select({ id, createdAt, lastUsedAt: refreshedAt, expiresAt, userAgent })
        .from(sessions)
        .innerJoin(users, eq(sessions.userId, users.id))
        .where(isValid)
        .orderBy(desc(refreshedAt))
        .all()
        .map((session) => ({ ...session, current: session.id === currentId }));
    },

    /**
     * Ends one session, or all but `except`. The latter also ends the preview links of the user: a stolen session may have
     * created some.
     *
     * @returns the number of sessions that ended
     */
    end(user: Pick<User, '_id' | 'email'>, which: { id: string } | { except: string }, by: Actor): number {
      const isChosen = 'id' in which ? eq(sessions.id, which.id) : ne(sessions.id, which.except);
      return db.transaction((tx) => {
        const at = now().toISOString();
        const ended = tx
          .delete(sessions)
          .where(and(eq(sessions.userId, user._id), isChosen))
          .run().changes;
        const links = 'except' in which ? revokePreviewLinks(tx, user._id, at) : 0;
        if (ended + links > 0) {
          recordAudit(tx, { at, by, action: 'session.revoked', subject: user.email });
        }
        return ended;
      });
    },
  };
}

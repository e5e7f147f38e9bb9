import type { AccountSession } from '@threadline/schema/account';
import type { User } from '@threadline/schema/user';
import { and, desc, eq, gt, ne } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { type Actor, recordAudit } from '../platform/audit-log/audit-log.ts';
import { sessions, users } from '../platform/db/schema/core.ts';
import { endPreviewLinks } from '../preview/end-links.ts';

/** Where somebody is signed in, and the end of it. A session that is gone is refused with its next call. */
export function createSessionList({ db, now }: Pick<Deps, 'db' | 'now'>) {
  return {
    /** Sessions of a user that are valid at this moment, the one used last first. */
    of(userId: string, currentId: string): AccountSession[] {
      const isValid = and(
        eq(users.id, userId),
        eq(sessions.sessionVersion, users.sessionVersion),
        gt(sessions.expiresAt, now().toISOString()),
      );
      return db
        .select({
          id: sessions.id,
          createdAt: sessions.createdAt,
          lastUsedAt: sessions.refreshedAt,
          expiresAt: sessions.expiresAt,
          userAgent: sessions.userAgent,
        })
        .from(sessions)
        .innerJoin(users, eq(sessions.userId, users.id))
        .where(isValid)
        .orderBy(desc(sessions.refreshedAt))
        .all()
        .map((session) => ({ ...session, current: session.id === currentId }));
    },

    /**
     * Ends sessions of one user: the named one, or all but `except`, and with these the links to previews: whoever signed
     * in there may have made some.
     * @returns how many there were
     */
    end(user: Pick<User, '_id' | 'email'>, which: { id: string } | { except: string }, by: Actor): number {
      const chosen = 'id' in which ? eq(sessions.id, which.id) : ne(sessions.id, which.except);
      return db.transaction((tx) => {
        const ended = tx
          .delete(sessions)
          .where(and(eq(sessions.userId, user._id), chosen))
          .run().changes;
        const links = 'except' in which ? endPreviewLinks(tx, user._id) : 0;
        if (ended + links > 0) {
          recordAudit(tx, { at: now().toISOString(), by, action: 'session.revoked', subject: user.email });
        }
        return ended;
      });
    },
  };
}

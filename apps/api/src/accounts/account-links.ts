import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { AcceptLink, AccountLink, AccountLinkKind } from '@threadline/schema/account-link';
import type { Invite } from '@threadline/schema/user';
import { and, eq, gt, lte, ne, or } from 'drizzle-orm';
import { tellOwner } from '../auth/account-notice.ts';
import { hashPassword } from '../auth/password.ts';
import { mayManage } from '../auth/policy.ts';
import type { Session } from '../auth/require-session.ts';
import { hasPasskey } from '../auth/second-factor-state.ts';
import { emailKeyOf } from '../auth/user-row.ts';
import type { Deps } from '../context.ts';
import { recordAudit } from '../platform/audit-log/audit-log.ts';
import type { Db, Tx } from '../platform/db/client.ts';
import { accountLinks } from '../platform/db/schema/accounts.ts';
import { sessions, users } from '../platform/db/schema/core.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import { endOfLink, longestLinkMs } from './account-link-expiry.ts';
import { createUserService } from './users.ts';

type UserRow = typeof users.$inferSelect;

/** The address of a link. Its token is behind `#`, so that it appears in no log of a server or proxy on the way. */
export function accountLinkAddress({ config, secrets }: Pick<Deps, 'config' | 'secrets'>, id: string): string {
  return `${config.siteUrl}/admin/password#${tokenOf(secrets.accountLinkKey, id)}`;
}

/** Links with which somebody chooses a password without having one: single use, sent by mail and shown to who made them. */
export function createAccountLinks(deps: Pick<Deps, 'config' | 'db' | 'now' | 'secrets'>, outbox: Outbox) {
  const { config, db, now, secrets } = deps;
  const accounts = createUserService(deps);

  /** The older link of the account ends. */
  function make(tx: Tx, user: Pick<UserRow, 'id' | 'email' | 'status'>, by: Session | null): AccountLink {
    const at = now();
    const kind = user.status === 'invited' ? 'invitation' : 'password-reset';
    const id = randomBytes(16).toString('base64url');
    const createdAt = at.toISOString();
    const expiresAt = endOfLink(kind, createdAt);
    // Not sooner: while a message waits for the mail server, so does its link.
    const longAgo = new Date(at.getTime() - longestLinkMs).toISOString();
    tx.delete(accountLinks)
      .where(or(eq(accountLinks.userId, user.id), lte(accountLinks.createdAt, longAgo)))
      .run();
    const tokenHash = hashOf(tokenOf(secrets.accountLinkKey, id));
    const createdById = by?.user._id ?? null;
    tx.insert(accountLinks).values({ id, tokenHash, kind, userId: user.id, createdById, createdAt, expiresAt }).run();
    outbox.add({ id: `${id}.${kind}`, kind, recipient: user.email, payload: { linkId: id } }, createdAt);
    return { kind, link: accountLinkAddress(deps, id), expiresAt, isMailed: config.mail.smtpUrl !== undefined };
  }

  function find(tx: Pick<Db, 'select'>, token: string): { kind: AccountLinkKind; user: UserRow } {
    const isGood = and(
      eq(accountLinks.tokenHash, hashOf(token)),
      gt(accountLinks.expiresAt, now().toISOString()),
      ne(users.status, 'disabled'),
    );
    const row = tx
      .select({ kind: accountLinks.kind, user: users })
      .from(accountLinks)
      .innerJoin(users, eq(accountLinks.userId, users.id))
      .where(isGood)
      .get();
    if (!row) throw new ProblemError('not-found', { detail: 'This link is too old, or it was used already.' });
    return row;
  }

  return {
    /** @throws ProblemError 403 above the own role, 409 when the address is taken */
    invite(invite: Invite, by: Session) {
      const made = db.transaction((tx) => {
        const user = accounts.invite(tx, invite, by);
        return { user, ...make(tx, { id: user._id, email: user.email, status: user.status }, by) };
      });
      outbox.announce();
      return made;
    },

    /** Another link for somebody. Not for oneself: a session alone must not be enough to change its password. */
    makeFor(id: string, by: Session): AccountLink {
      const made = db.transaction((tx) => {
        const user = tx.select().from(users).where(eq(users.id, id)).get();
        if (!user) throw new ProblemError('not-found', { detail: 'There is no such user.' });
        if (!mayManage(by.user.role, user.role)) {
          throw new ProblemError('forbidden', { detail: 'Only a super admin may do this to a super admin.' });
        }
        if (user.id === by.user._id) {
          throw new ProblemError('forbidden', { detail: 'Change your own password under Your account.' });
        }
        if (user.status === 'disabled') {
          throw new ProblemError('conflict', { detail: 'This account is disabled. Enable it first.' });
        }
        const link = make(tx, user, by);
        const actor = { id: by.user._id, name: by.user.name };
        const entry =
          link.kind === 'invitation'
            ? { action: 'user.invited', subject: `${user.email} (${user.role})` }
            : { action: 'user.password-link', subject: user.email };
        recordAudit(tx, { at: now().toISOString(), by: actor, ...entry });
        return link;
      });
      outbox.announce();
      return made;
    },

    /** Sends a link, if there is such an account. The caller cannot tell. */
    forgot(email: string): void {
      const user = db
        .select()
        .from(users)
        .where(eq(users.emailKey, emailKeyOf(email)))
        .get();
      // An invitation that lies in somebody's mailbox must not be ended by whoever knows the address.
      if (user?.status !== 'active' && user?.status !== 'locked') return;
      db.transaction((tx) => make(tx, user, null));
      outbox.announce();
    },

    /** @throws ProblemError 404 for a link that is wrong, too old or used */
    check(token: string): { kind: AccountLinkKind; name: string; email: string; hasPasskey: boolean } {
      const { kind, user } = find(db, token);
      return { kind, name: user.name, email: user.email, hasPasskey: hasPasskey(db, user.id) };
    },

    /**
     * Sets the password, opens an account that was invited or locked, and ends all its sessions. Nobody is signed in by
     * it: a second factor is asked for as always, and passkeys stay (decision 12).
     */
    async accept({ token, password }: AcceptLink): Promise<{ email: string }> {
      await accounts.refuseGuessablePassword(password, find(db, token).user);
      const passwordHash = await hashPassword(password);
      return db.transaction(
        (tx) => {
          const { kind, user } = find(tx, token);
          tx.update(users)
            .set({ passwordHash, status: 'active', sessionVersion: user.sessionVersion + 1 })
            .where(eq(users.id, user.id))
            .run();
          tx.delete(accountLinks).where(eq(accountLinks.userId, user.id)).run();
          tx.delete(sessions).where(eq(sessions.userId, user.id)).run();
          const action = kind === 'invitation' ? 'user.joined' : 'user.password-reset';
          const at = now().toISOString();
          recordAudit(tx, { at, by: user, action, subject: user.email });
          if (kind === 'password-reset') tellOwner(tx, { change: 'password-reset', user, by: 'owner', at });
          return { email: user.email };
        },
        { behavior: 'immediate' },
      );
    },
  };
}

/** 256 bits that only this installation can make from the id. */
function tokenOf(key: string, id: string): string {
  return createHmac('sha256', key).update(id).digest('base64url');
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

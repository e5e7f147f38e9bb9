import { createHmac, randomBytes } from 'node:crypto';
import type { AcceptLink, AccountLink, AccountLinkKind } from '@threadline/schema/wire/account';
import type { Invite } from '@threadline/schema/wire/user';
import { and, eq, gt, inArray, lte, ne, or } from 'drizzle-orm';
import { notifyOwner } from '../auth/account-notices.ts';
import { mayManage } from '../auth/policy.ts';
import { hasPasskey } from '../auth/second-factors.ts';
import { type Session, toActor } from '../auth/sessions.ts';
import { findUserByEmail, type UserRow } from '../auth/user-record.ts';
import type { Deps } from '../context.ts';
import { recordAudit } from '../platform/audit-log/audit-log.ts';
import type { Db, Tx } from '../platform/db/client.ts';
import { accountLinks } from '../platform/db/schema/accounts.ts';
import { sessions, users } from '../platform/db/schema/core.ts';
import { outboxMessages } from '../platform/db/schema/enquiries.ts';
import { hourMs, minuteMs } from '../platform/durations.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { hashToken } from '../platform/keys.ts';
import { isMailWorking } from '../platform/outbox/mail-outcome.ts';
import type { Outbox } from '../platform/outbox/outbox.ts';
import { createUserService } from './users.ts';

/** Lifetime of a link after its message was sent. */
const lifetimeMs: Record<AccountLinkKind, number> = { invitation: 72 * hourMs, 'password-reset': 30 * minuteMs };
/** Limit after the creation of a link, however long its message waits and however often it is sent. */
const maxAgeMs: Record<AccountLinkKind, number> = { invitation: 72 * hourMs, 'password-reset': 6 * hourMs };

/** Returns the address of a link. The token is in the fragment, so that no server or proxy logs it. */
export function getLinkAddress({ config, secrets }: Pick<Deps, 'config' | 'secrets'>, id: string): string {
  return `${config.appUrl}/admin/password#${computeToken(secrets.accountLinkKey, id)}`;
}

/** Manages single-use links that set a password: invitations and password resets. They are mailed and shown to their creator. */
export function createAccountLinks(deps: Pick<Deps, 'config' | 'db' | 'now' | 'secrets'>, outbox: Outbox) {
  const { db, now, secrets } = deps;
  const accounts = createUserService(deps);

  /** Replaces the link of an account. */
  function create(tx: Tx, user: Pick<UserRow, 'id' | 'email' | 'status'>, by: Session | null): AccountLink {
    const at = now();
    const kind = user.status === 'invited' ? 'invitation' : 'password-reset';
    const id = randomBytes(16).toString('base64url');
    const createdAt = at.toISOString();
    const expiresAt = getExpiry(kind, createdAt);
    // An expired link stays until no message can use it: while a message waits for the mail server, so does its link.
    const oldest = new Date(at.getTime() - Math.max(...Object.values(maxAgeMs))).toISOString();
    dismissMessagesOfLinks(tx, user.id);
    tx.delete(accountLinks)
      .where(or(eq(accountLinks.userId, user.id), lte(accountLinks.createdAt, oldest)))
      .run();
    const tokenHash = hashToken(computeToken(secrets.accountLinkKey, id));
    const createdById = by?.user._id ?? null;
    tx.insert(accountLinks).values({ id, tokenHash, kind, userId: user.id, createdById, createdAt, expiresAt }).run();
    outbox.add({ id: getMessageId({ id, kind }), kind, recipient: user.email, payload: { linkId: id } }, createdAt);
    return { kind, link: getLinkAddress(deps, id), expiresAt, isMailed: isMailWorking(deps) };
  }

  /** @throws ProblemError 404 */
  function find(tx: Pick<Db, 'select'>, token: string): { kind: AccountLinkKind; user: UserRow } {
    const isValid = and(
      eq(accountLinks.tokenHash, hashToken(token)),
      gt(accountLinks.expiresAt, now().toISOString()),
      ne(users.status, 'disabled'),
    );
    const row = tx
      .select({ kind: accountLinks.kind, user: users })
      .from(accountLinks)
      .innerJoin(users, eq(accountLinks.userId, users.id))
      .where(isValid)
      .get();
    if (!row) throw new ProblemError('not-found', { detail: 'This link has expired or was already used.' });
    return row;
  }

  return {
    /** @throws ProblemError 403 for a higher role, 409 if the address is taken */
    invite(invite: Invite, by: Session) {
      const created = db.transaction((tx) => {
        const user = accounts.invite(tx, invite, by);
        return { user, ...create(tx, { id: user._id, email: user.email, status: user.status }, by) };
      });
      outbox.wake();
      return created;
    },

    /** Creates a link for another user. Not for oneself: a session alone must not be enough to change its password. */
    createFor(id: string, by: Session): AccountLink {
      const created = db.transaction((tx) => {
        const user = tx.select().from(users).where(eq(users.id, id)).get();
        if (!user) throw new ProblemError('not-found', { detail: 'This user no longer exists.' });
        if (!mayManage(by.user.role, user.role)) {
          throw new ProblemError('forbidden', { detail: 'Only a super admin may do this to a super admin.' });
        }
        if (user.id === by.user._id) {
          throw new ProblemError('forbidden', { detail: 'Change your own password under Your account.' });
        }
        if (user.status === 'disabled') {
          throw new ProblemError('conflict', { detail: 'This account is disabled. Enable it first.' });
        }
        const link = create(tx, user, by);
        const entry =
          link.kind === 'invitation'
            ? { action: 'user.invited', subject: `${user.email} (${user.role})` }
            : { action: 'user.password-link', subject: user.email };
        recordAudit(tx, { at: now().toISOString(), by: toActor(by), ...entry });
        return link;
      });
      outbox.wake();
      return created;
    },

    /** Sends a password link if the account exists. Does not reveal whether it does. */
    requestReset(email: string): void {
      const user = findUserByEmail(db, email);
      // A visitor who knows the address must not be able to replace an invitation.
      if (user?.status !== 'active' && user?.status !== 'locked') return;
      db.transaction((tx) => create(tx, user, null));
      outbox.wake();
    },

    /** @throws ProblemError 404 for a link that is wrong, expired or used */
    check(token: string): { kind: AccountLinkKind; name: string; email: string; hasPasskey: boolean } {
      const { kind, user } = find(db, token);
      return { kind, name: user.name, email: user.email, hasPasskey: hasPasskey(db, user.id) };
    },

    /**
     * Sets the password, opens an invited or locked account, and ends all its sessions. It does not sign in: the second factor is
     * still required, and passkeys stay (decision 12).
     */
    async accept({ token, password }: AcceptLink): Promise<{ email: string }> {
      const passwordHash = await accounts.hashNewPassword(password, find(db, token).user);
      return db.transaction(
        (tx) => {
          const { kind, user } = find(tx, token);
          tx.update(users)
            .set({ passwordHash, status: 'active', sessionVersion: user.sessionVersion + 1 })
            .where(eq(users.id, user.id))
            .run();
          dismissMessagesOfLinks(tx, user.id);
          tx.delete(accountLinks).where(eq(accountLinks.userId, user.id)).run();
          tx.delete(sessions).where(eq(sessions.userId, user.id)).run();
          const action = kind === 'invitation' ? 'user.joined' : 'user.password-reset';
          const at = now().toISOString();
          recordAudit(tx, { at, by: user, action, subject: user.email });
          if (kind === 'password-reset') notifyOwner(tx, { change: 'password-reset', user, by: 'owner', at });
          return { email: user.email };
        },
        { behavior: 'immediate' },
      );
    },
  };
}

const getMessageId = ({ id, kind }: { id: string; kind: AccountLinkKind }) => `${id}.${kind}`;

/** Removes the messages with the links of an account from the outbox: the links are about to be deleted. */
function dismissMessagesOfLinks(tx: Tx, userId: string): void {
  const { id, kind, userId: owner } = accountLinks;
  const links = tx.select({ id, kind }).from(accountLinks).where(eq(owner, userId)).all();
  const own = links.map((link) => getMessageId(link));
  const isUnsent = inArray(outboxMessages.state, ['failed', 'written-to-disk']);
  tx.update(outboxMessages)
    .set({ state: 'dismissed' })
    .where(and(isUnsent, inArray(outboxMessages.id, own)))
    .run();
}

/**
 * Starts the lifetime of a link when its message is sent for the first time; sending it again does not extend it. Runs in the
 * transaction that stores the delivery.
 */
export function startLink(tx: Pick<Db, 'select' | 'update'>, id: string, at: string): void {
  const link = tx.select().from(accountLinks).where(eq(accountLinks.id, id)).get();
  if (!link) return;
  const expiresAt = getExpiry(link.kind, at, link.createdAt);
  tx.update(accountLinks).set({ expiresAt }).where(eq(accountLinks.id, id)).run();
}

/**
 * Checks before sending that the link of a message works and that the recipient still owns the account: the address may have
 * changed while the message waited.
 *
 * @param sentAt when the message was sent before, if it was
 * @throws Error with a sentence for the list of messages
 */
export function assertLinkUsable(
  db: Pick<Db, 'select'>,
  id: string,
  { recipient, sentAt, now }: { recipient: string; sentAt: string | null; now: Date },
): void {
  const link = db.select().from(accountLinks).where(eq(accountLinks.id, id)).get();
  if (!link) throw new Error('Its link was used, replaced or withdrawn. Make a new one.');
  const owner = db.select({ email: users.email }).from(users).where(eq(users.id, link.userId)).get();
  if (owner?.email !== recipient) throw new Error('It is not addressed to the owner of the account. Make a new one.');
  const expiryMs = sentAt ? Date.parse(link.expiresAt) : Date.parse(link.createdAt) + maxAgeMs[link.kind];
  if (expiryMs <= now.getTime()) throw new Error('Its link is too old. Make a new one.');
}

/** Returns when a link expires (ISO 8601). @param from ISO 8601 */
function getExpiry(kind: AccountLinkKind, from: string, createdAt = from): string {
  const expiryMs = Math.min(Date.parse(from) + lifetimeMs[kind], Date.parse(createdAt) + maxAgeMs[kind]);
  return new Date(expiryMs).toISOString();
}

/** Returns 256 bits that only this installation can derive from the id. */
function computeToken(key: string, id: string): string {
  return createHmac('sha256', key).update(id).digest('base64url');
}

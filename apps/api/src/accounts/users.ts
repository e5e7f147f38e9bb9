import { randomUUID } from 'node:crypto';
import { site } from '@threadline/schema/sections/site';
import type { CreateUser, Invite, Role, UpdateUser, User, UserStatus } from '@threadline/schema/user';
import { and, asc, eq, ne, or } from 'drizzle-orm';
import { tellOwner } from '../auth/account-notice.ts';
import { endOtherSessions } from '../auth/end-sessions.ts';
import { hashPassword, refuseGuessable } from '../auth/password.ts';
import { mayManage } from '../auth/policy.ts';
import { refuseEnded } from '../auth/refuse-ended-session.ts';
import { removeFactors, removePasskeys } from '../auth/remove-second-factors.ts';
import type { Session } from '../auth/require-session.ts';
import { emailKeyOf, toUser } from '../auth/user-row.ts';
import { createContentQueries } from '../content/queries.ts';
import type { Deps } from '../context.ts';
import { handBackOpen, unassignAll } from '../enquiries/unassign.ts';
import { type Actor, recordAudit } from '../platform/audit-log/audit-log.ts';
import type { Db, Tx } from '../platform/db/client.ts';
import { accountLinks } from '../platform/db/schema/accounts.ts';
import { users } from '../platform/db/schema/core.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { entriesFor, newsFor } from './announce-user-changes.ts';
import { findInTrash, listTrash, moveToTrash, restoreFromTrash } from './removed-users.ts';

type UserRow = typeof users.$inferSelect;

interface UserChange extends UpdateUser {
  /** Taken from the account with the same stroke. */
  without?: 'second-factor';
}

/** Rules of who may do what to whom (Spec §6). Called with the system itself (null) for the first user and the CLI. */
export function createUserService({ config, db, now }: Pick<Deps, 'config' | 'db' | 'now'>) {
  function insert(
    tx: Tx,
    given: Pick<UserRow, 'name' | 'email' | 'role' | 'passwordHash'> & Partial<Pick<UserRow, 'status'>>,
    by: Session | null,
  ): UserRow {
    const at = now().toISOString();
    const values = { ...given, id: randomUUID(), emailKey: emailKeyOf(given.email), createdAt: at, sessionVersion: 1 };
    const row = tx.insert(users).values(values).returning().get();
    recordAudit(tx, {
      at,
      by: actorOf(by),
      action: row.status === 'invited' ? 'user.invited' : 'user.created',
      subject: `${given.email} (${given.role})`,
    });
    return row;
  }

  /** @throws ProblemError 422 */
  async function refuseGuessablePassword(
    password: string,
    { name, email }: Pick<UserRow, 'name' | 'email'>,
  ): Promise<void> {
    const brand = site.singles.brand.safeParse(createContentQueries(db).item('site', 'brand')?.value).data;
    await refuseGuessable(password, { name, email, brands: brand ? [brand.name, brand.short] : [] }, config);
  }

  return {
    refuseGuessablePassword,

    list: (): User[] => db.select().from(users).orderBy(asc(users.createdAt)).all().map(toUser),

    async create({ name, email, password, role }: CreateUser, by: Session | null): Promise<User> {
      refuseAbove(role, by);
      await refuseGuessablePassword(password, { name, email });
      const passwordHash = await hashPassword(password);
      return db.transaction((tx) => {
        refuseOutdated(tx, by);
        refuseTaken(tx, email);
        return toUser(insert(tx, { name, email, role, passwordHash }, by));
      });
    },

    /** An account without a password, in the transaction that makes its link. */
    invite(tx: Tx, { name, email, role }: Invite, by: Session): User {
      refuseAbove(role, by);
      refuseOutdated(tx, by);
      refuseTaken(tx, email);
      return toUser(insert(tx, { name, email, role, passwordHash: '', status: 'invited' }, by));
    },

    /** The first super_admin; undefined when somebody else was faster. */
    async createFirst({ name, email, password }: Omit<CreateUser, 'role'>): Promise<UserRow | undefined> {
      await refuseGuessablePassword(password, { name, email });
      const passwordHash = await hashPassword(password);
      return db.transaction((tx) => {
        if (tx.select({ id: users.id }).from(users).limit(1).get()) return undefined;
        return insert(tx, { name, email, role: 'super_admin', passwordHash }, null);
      });
    },

    /**
     * A blank password keeps the current one; without a role the role stays. Both changes end the user's sessions, but for
     * the one that makes them. A password that somebody else sets is there to shut somebody out, whom a passkey would let
     * in again: all of it is one transaction.
     */
    async update(id: string, { name, email, password, role, without }: UserChange, by: Session | null): Promise<User> {
      // Before the costly hashing, and again inside: the role may change while it runs.
      refuseAbove(find(db, id).role, by);
      if (role) refuseAbove(role, by);
      if (password) await refuseGuessablePassword(password, { name, email });
      const passwordHash = password ? await hashPassword(password) : undefined;
      return db.transaction((tx) => {
        refuseOutdated(tx, by);
        const row = find(tx, id);
        refuseAbove(row.role, by);
        const newRole = role ?? row.role;
        if (newRole !== 'super_admin') refuseLastSuperAdmin(tx, row);
        refuseTaken(tx, email, id);
        const { values, endsSessions } = changesOf(row, { name, email, role: newRole, passwordHash }, by);
        const changed = tx.update(users).set(values).where(eq(users.id, id)).returning().get();
        if (endsSessions) endOtherSessions(tx, changed, by);
        if (endsSessions || changed.emailKey !== row.emailKey) endLinks(tx, id);
        settleUpdate(tx, { before: row, after: changed, without, by, at: now() });
        return toUser(find(tx, id));
      });
    },

    /** @throws ProblemError 404 */
    find: (id: string): User => toUser(find(db, id)),

    /** Closes an account at once, or opens it again; what was never opened goes back to being invited. */
    setStatus(id: string, wanted: 'active' | 'disabled', by: Session): User {
      if (id === by.user._id) throw new ProblemError('forbidden', { detail: 'You cannot disable your own account.' });
      return db.transaction((tx) => {
        refuseOutdated(tx, by);
        const row = find(tx, id);
        refuseAbove(row.role, by);
        if (wanted === 'disabled') refuseLastSuperAdmin(tx, row);
        const status: UserStatus = wanted === 'active' && row.passwordHash === '' ? 'invited' : wanted;
        const values = { status, sessionVersion: row.sessionVersion + 1 };
        const changed = tx.update(users).set(values).where(eq(users.id, id)).returning().get();
        if (wanted === 'disabled') {
          endOtherSessions(tx, changed, by);
          endLinks(tx, id);
          handBackOpen(tx, { user: row, by: actorOf(by), at: now().toISOString() });
        }
        const action = wanted === 'disabled' ? 'user.disabled' : 'user.enabled';
        recordAudit(tx, { at: now().toISOString(), by: actorOf(by), action, subject: row.email });
        return toUser(changed);
      });
    },

    /** Ends the account at once; for 30 days it can be brought back. */
    remove(id: string, by: Session): void {
      // Spec §6: the words are the specification's.
      if (id === by.user._id) throw new ProblemError('forbidden', { detail: 'You cannot delete your own account' });
      db.transaction((tx) => {
        refuseOutdated(tx, by);
        const row = find(tx, id);
        refuseAbove(row.role, by);
        refuseLastSuperAdmin(tx, row);
        const at = now().toISOString();
        moveToTrash(tx, row, { at, by: by.user.name });
        handBackOpen(tx, { user: row, by: actorOf(by), at });
        unassignAll(tx, id);
        recordAudit(tx, { at, by: actorOf(by), action: 'user.deleted', subject: row.email });
      });
    },

    listRemoved: () => listTrash(db),

    /** @throws ProblemError 404 after 30 days, 403 for somebody above oneself, 409 when the email has a new owner */
    restore(id: string, by: Session): User {
      return db.transaction((tx) => {
        refuseOutdated(tx, by);
        const removed = findInTrash(tx, id);
        refuseAbove(removed.role, by);
        refuseTaken(tx, removed.email);
        const row = restoreFromTrash(tx, removed);
        recordAudit(tx, { at: now().toISOString(), by: actorOf(by), action: 'user.restored', subject: row.email });
        return toUser(row);
      });
    },
  };
}

/** What an edit writes, and whether it ends the account's sessions. */
function changesOf(
  row: UserRow,
  given: Pick<UserRow, 'name' | 'email' | 'role'> & { passwordHash: string | undefined },
  by: Session | null,
) {
  const { passwordHash, ...rest } = given;
  const endsSessions = passwordHash !== undefined || given.role !== row.role;
  // A new password opens an account that was invited or locked; one that was disabled only the command line.
  const opens = passwordHash !== undefined && (by === null || row.status !== 'disabled');
  const values: Partial<UserRow> = {
    ...rest,
    emailKey: emailKeyOf(given.email),
    ...(opens && { status: 'active' as const }),
    ...(passwordHash && { passwordHash }),
    sessionVersion: row.sessionVersion + (endsSessions ? 1 : 0),
  };
  return { values, endsSessions };
}

interface Update {
  before: UserRow;
  after: UserRow;
  without: UserChange['without'];
  by: Session | null;
  at: Date;
}

function settleUpdate(tx: Tx, { before, after, without, ...change }: Update): void {
  const { by } = change;
  const at = change.at.toISOString();
  for (const entry of entriesFor(before, after)) recordAudit(tx, { at, by: actorOf(by), ...entry });
  for (const news of newsFor(before, after)) tellOwner(tx, { change: news, user: before, by, at });
  const isByOther = by?.user._id !== after.id;
  if (isByOther && after.passwordHash !== before.passwordHash) removePasskeys(tx, after.id, change);
  if (without === 'second-factor') removeFactors(tx, after.id, change);
}

function actorOf(by: Session | null): Actor | null {
  return by && { id: by.user._id, name: by.user.name };
}

/** Two super admins may remove each other at the same moment: whoever comes second is nobody any more. */
function refuseOutdated(tx: Tx, by: Session | null): void {
  if (by) refuseEnded(tx, by);
}

/** Links to an account, and those that it has made for others: they were made with rights that have changed. */
function endLinks(tx: Tx, userId: string): void {
  tx.delete(accountLinks)
    .where(or(eq(accountLinks.userId, userId), eq(accountLinks.createdById, userId)))
    .run();
}

function find(tx: Pick<Db, 'select'>, id: string) {
  const row = tx.select().from(users).where(eq(users.id, id)).get();
  if (!row) throw new ProblemError('not-found', { detail: 'There is no such user.' });
  return row;
}

function refuseAbove(role: Role, by: Session | null): void {
  if (by === null || mayManage(by.user.role, role)) return;
  throw new ProblemError('forbidden', { detail: 'Only a super admin may do this to a super admin.' });
}

function refuseTaken(tx: Tx, email: string, exceptId = ''): void {
  const taken = tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.emailKey, emailKeyOf(email)), ne(users.id, exceptId)))
    .get();
  if (!taken) return;
  const detail = 'Somebody with this email exists already.';
  throw new ProblemError('conflict', { detail, errors: [{ pointer: '/email', detail }] });
}

function refuseLastSuperAdmin(tx: Tx, { id, role, status }: UserRow): void {
  // Whoever cannot sign in is no help to anybody.
  if (role !== 'super_admin' || status !== 'active') return;
  const another = tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'super_admin'), eq(users.status, 'active'), ne(users.id, id)))
    .get();
  if (!another)
    throw new ProblemError('conflict', { detail: 'This is the last super admin. Make somebody else one first.' });
}

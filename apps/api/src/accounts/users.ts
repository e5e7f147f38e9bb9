import { randomUUID } from 'node:crypto';
import { site } from '@threadline/schema/content/sections/site';
import type { CreateUser, Invite, Role, UpdateUser, User, UserStatus } from '@threadline/schema/wire/user';
import { and, asc, eq, ne, or } from 'drizzle-orm';
import { notifyOwner, type OwnerNotice } from '../auth/account-notices.ts';
import { assertStrongPassword, hashPassword } from '../auth/passwords.ts';
import { mayManage } from '../auth/policy.ts';
import { removePasskeys, removeSecondFactors } from '../auth/second-factors.ts';
import { assertSessionActive, endOtherSessions, type Session, toActor } from '../auth/sessions.ts';
import { findUserByEmail, toEmailKey, toUser, type UserRow } from '../auth/user-record.ts';
import { createContentQueries } from '../content/queries.ts';
import type { Deps } from '../context.ts';
import { unassignAllEnquiries, unassignOpenEnquiries } from '../enquiries/unassign.ts';
import { type AuditEntry, recordAudit } from '../platform/audit-log/audit-log.ts';
import type { Db, Tx } from '../platform/db/client.ts';
import { accountLinks } from '../platform/db/schema/accounts.ts';
import { users } from '../platform/db/schema/core.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { findInTrash, listTrash, moveToTrash, restoreFromTrash } from './user-trash.ts';

/** The name of the user of `ADMIN_EMAIL` until that person enters one. */
export const defaultUserName = 'Administrator';

interface UserChange extends UpdateUser {
  /** Also removes the app and all passkeys of the account, in the same transaction. */
  without?: 'second-factor';
}

/**
 * Creates, changes and deletes accounts by the rules of who may do what to whom (Spec §6). The acting session is null for the
 * first user and the command line.
 */
export function createUserService({ config, db, now }: Pick<Deps, 'config' | 'db' | 'now'>) {
  function insert(
    tx: Tx,
    given: Pick<UserRow, 'name' | 'email' | 'role' | 'passwordHash'> & Partial<Pick<UserRow, 'status'>>,
    by: Session | null,
  ): UserRow {
    const at = now().toISOString();
    const values = { ...given, id: randomUUID(), emailKey: toEmailKey(given.email), createdAt: at, sessionVersion: 1 };
    const row = tx.insert(users).values(values).returning().get();
    const action = row.status === 'invited' ? 'user.invited' : 'user.created';
    recordAudit(tx, { at, by: toActor(by), action, subject: `${given.email} (${given.role})` });
    return row;
  }

  /** Checks a password and returns its hash. @throws ProblemError 422 */
  async function hashNewPassword(password: string, { name, email }: Pick<UserRow, 'name' | 'email'>): Promise<string> {
    const brand = site.singles.brand.safeParse(createContentQueries(db).item('site', 'brand')?.value).data;
    await assertStrongPassword(password, { name, email, brands: brand ? [brand.name, brand.short] : [] }, config);
    return hashPassword(password);
  }

  /** Repeats the check of the session in the transaction: two super admins may remove each other at the same time. */
  function assertActive(tx: Tx, by: Session | null): void {
    if (by) assertSessionActive(tx, by, now());
  }

  return {
    hashNewPassword,

    list: (): User[] => db.select().from(users).orderBy(asc(users.createdAt)).all().map(toUser),

    /** @throws ProblemError 404 */
    find: (id: string): User => toUser(findRow(db, id)),

    async create({ name, email, password, role }: CreateUser, by: Session | null): Promise<User> {
      assertMayManage(role, by);
      const passwordHash = await hashNewPassword(password, { name, email });
      return db.transaction((tx) => {
        assertActive(tx, by);
        assertEmailFree(tx, email);
        return toUser(insert(tx, { name, email, role, passwordHash }, by));
      });
    },

    /** Creates an account without a password, in the transaction that creates its link. */
    invite(tx: Tx, { name, email, role }: Invite, by: Session): User {
      assertMayManage(role, by);
      assertActive(tx, by);
      assertEmailFree(tx, email);
      return toUser(insert(tx, { name, email, role, passwordHash: '', status: 'invited' }, by));
    },

    /** Creates the first super admin. Returns undefined if another request was faster. */
    async createFirst({ name, email, password }: Omit<CreateUser, 'role'>): Promise<UserRow | undefined> {
      const passwordHash = await hashNewPassword(password, { name, email });
      return db.transaction((tx) => {
        if (tx.select({ id: users.id }).from(users).limit(1).get()) return undefined;
        return insert(tx, { name, email, role: 'super_admin', passwordHash }, null);
      });
    },

    /**
     * Changes an account. A blank password keeps the current one; a missing role keeps the role. Changing either ends the
     * user's sessions, except the one that makes the change. A password set by another user also removes the passkeys, which
     * would still sign in.
     */
    async update(id: string, { name, email, password, role, without }: UserChange, by: Session | null): Promise<User> {
      // Checked before the costly hash and again in the transaction: the role may change in between.
      assertMayManage(findRow(db, id).role, by);
      if (role) assertMayManage(role, by);
      const passwordHash = password ? await hashNewPassword(password, { name, email }) : undefined;
      return db.transaction((tx) => {
        assertActive(tx, by);
        const before = findRow(tx, id);
        assertMayManage(before.role, by);
        const newRole = role ?? before.role;
        if (newRole !== 'super_admin') assertNotLastSuperAdmin(tx, before);
        assertEmailFree(tx, email, id);
        applyUpdate(tx, { before, name, email, role: newRole, passwordHash, without }, { by, at: now() });
        return toUser(findRow(tx, id));
      });
    },

    /** Disables or enables an account. An account that never had a password is invited again. */
    setStatus(id: string, wanted: 'active' | 'disabled', by: Session): User {
      if (id === by.user._id) throw new ProblemError('forbidden', { detail: 'You cannot disable your own account.' });
      return db.transaction((tx) => {
        assertActive(tx, by);
        const row = findRow(tx, id);
        assertMayManage(row.role, by);
        if (wanted === 'disabled') assertNotLastSuperAdmin(tx, row);
        const status: UserStatus = wanted === 'active' && row.passwordHash === '' ? 'invited' : wanted;
        const values = { status, sessionVersion: row.sessionVersion + 1 };
        const changed = tx.update(users).set(values).where(eq(users.id, id)).returning().get();
        const at = now().toISOString();
        if (wanted === 'disabled') {
          endOtherSessions(tx, changed, by);
          deleteLinks(tx, id);
          unassignOpenEnquiries(tx, { user: row, by: toActor(by), at });
        }
        const action = wanted === 'disabled' ? 'user.disabled' : 'user.enabled';
        recordAudit(tx, { at, by: toActor(by), action, subject: row.email });
        return toUser(changed);
      });
    },

    /** Moves an account to the trash, where it can be restored for 30 days. */
    remove(id: string, by: Session): void {
      // The text is that of the specification (§6).
      if (id === by.user._id) throw new ProblemError('forbidden', { detail: 'You cannot delete your own account' });
      db.transaction((tx) => {
        assertActive(tx, by);
        const row = findRow(tx, id);
        assertMayManage(row.role, by);
        assertNotLastSuperAdmin(tx, row);
        const at = now().toISOString();
        moveToTrash(tx, row, { at, by: by.user.name });
        unassignOpenEnquiries(tx, { user: row, by: toActor(by), at });
        unassignAllEnquiries(tx, id);
        recordAudit(tx, { at, by: toActor(by), action: 'user.deleted', subject: row.email });
      });
    },

    listTrash: () => listTrash(db),

    /** @throws ProblemError 404 after 30 days, 403 for a higher role, 409 if the email is in use again */
    restore(id: string, by: Session): User {
      return db.transaction((tx) => {
        assertActive(tx, by);
        const trashed = findInTrash(tx, id);
        assertMayManage(trashed.role, by);
        assertEmailFree(tx, trashed.email);
        const row = restoreFromTrash(tx, trashed);
        recordAudit(tx, { at: now().toISOString(), by: toActor(by), action: 'user.restored', subject: row.email });
        return toUser(row);
      });
    },
  };
}

interface Actor {
  by: Session | null;
  at: Date;
}

type Update = Pick<UserRow, 'name' | 'email' | 'role'> & {
  before: UserRow;
  passwordHash: string | undefined;
  without: UserChange['without'];
};

/** Writes a checked change, ends what it invalidates, and records it. */
function applyUpdate(tx: Tx, { before, passwordHash, without, ...given }: Update, actor: Actor): void {
  const { by } = actor;
  const { id } = before;
  const endsSessions = passwordHash !== undefined || given.role !== before.role;
  // A new password opens an invited or locked account; only the command line opens a disabled one.
  const opens = passwordHash !== undefined && (by === null || before.status !== 'disabled');
  const values: Partial<UserRow> = {
    ...given,
    emailKey: toEmailKey(given.email),
    ...(opens && { status: 'active' as const }),
    ...(passwordHash && { passwordHash }),
    sessionVersion: before.sessionVersion + (endsSessions ? 1 : 0),
  };
  const after = tx.update(users).set(values).where(eq(users.id, id)).returning().get();
  if (endsSessions) endOtherSessions(tx, after, by);
  if (endsSessions || after.emailKey !== before.emailKey) deleteLinks(tx, id);
  recordUpdate(tx, { before, after }, actor);
  if (by?.user._id !== id && passwordHash !== undefined) removePasskeys(tx, id, actor);
  if (without === 'second-factor') removeSecondFactors(tx, id, actor);
}

/** Records each kind of change as its own audit entry, and notifies the owner of those that affect access. */
function recordUpdate(tx: Tx, { before, after }: Record<'before' | 'after', UserRow>, { by, at: date }: Actor): void {
  const at = date.toISOString();
  const { email } = after;
  const hasNewPassword = after.passwordHash !== before.passwordHash;
  const entries: (Pick<AuditEntry, 'action' | 'subject'> | false)[] = [
    before.role !== after.role && {
      action: 'user.role-changed',
      subject: `${email} (${before.role} → ${after.role})`,
    },
    before.email !== email && { action: 'user.email-changed', subject: `${before.email} → ${email}` },
    hasNewPassword && { action: 'user.password-set', subject: email },
    before.name !== after.name && { action: 'user.updated', subject: `${email} (${before.name} → ${after.name})` },
  ];
  for (const entry of entries) if (entry) recordAudit(tx, { at, by: toActor(by), ...entry });
  const notices: (OwnerNotice | false)[] = [
    // A first password changes nothing for the owner.
    before.passwordHash !== '' && hasNewPassword && 'password-changed',
    after.emailKey !== before.emailKey && 'email-changed',
    after.role !== before.role && `role-${after.role}`,
  ];
  for (const change of notices) if (change) notifyOwner(tx, { change, user: before, by, at });
}

/** Deletes the links to an account and those it created: they were created with rights that have changed. */
function deleteLinks(tx: Tx, userId: string): void {
  tx.delete(accountLinks)
    .where(or(eq(accountLinks.userId, userId), eq(accountLinks.createdById, userId)))
    .run();
}

function findRow(tx: Pick<Db, 'select'>, id: string): UserRow {
  const row = tx.select().from(users).where(eq(users.id, id)).get();
  if (!row) throw new ProblemError('not-found', { detail: 'This user no longer exists.' });
  return row;
}

function assertMayManage(role: Role, by: Session | null): void {
  if (by === null || mayManage(by.user.role, role)) return;
  throw new ProblemError('forbidden', { detail: 'Only a super admin may do this to a super admin.' });
}

function assertEmailFree(tx: Tx, email: string, exceptId = ''): void {
  const owner = findUserByEmail(tx, email);
  if (!owner || owner.id === exceptId) return;
  const detail = 'A user with this email already exists.';
  throw new ProblemError('conflict', { detail, errors: [{ pointer: '/email', detail }] });
}

/** Counts only active super admins: the others cannot sign in. */
function assertNotLastSuperAdmin(tx: Tx, { id, role, status }: UserRow): void {
  if (role !== 'super_admin' || status !== 'active') return;
  const another = tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'super_admin'), eq(users.status, 'active'), ne(users.id, id)))
    .get();
  if (another) return;
  const detail = 'This is the last super admin. Make another user a super admin first.';
  throw new ProblemError('conflict', { detail });
}

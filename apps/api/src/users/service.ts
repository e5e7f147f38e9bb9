import { randomUUID } from 'node:crypto';
import type { CreateUser, Role, UpdateUser, User } from '@threadline/schema/user';
import { and, asc, eq, ne } from 'drizzle-orm';
import { type Actor, recordAudit } from '../audit/service.ts';
import { hashPassword, refuseGuessable } from '../auth/password.ts';
import type { Db } from '../db/client.ts';
import { sessions, users } from '../db/schema.ts';
import type { Deps } from '../deps.ts';
import type { Session } from '../http/authenticate.ts';
import { ProblemError } from '../http/problem-error.ts';
import { emailKeyOf, toUser } from './user.ts';

type UserRow = typeof users.$inferSelect;
type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

const rank: Record<Role, number> = { admin: 1, super_admin: 2 };

/** Rules of who may do what to whom (Spec §6). Called with the system itself (null) for the first user and the CLI. */
export function createUserService({ db, now }: Pick<Deps, 'db' | 'now'>) {
  function insert(
    tx: Tx,
    given: Pick<UserRow, 'name' | 'email' | 'role' | 'passwordHash'>,
    by: Session | null,
  ): UserRow {
    const at = now().toISOString();
    const values = { ...given, id: randomUUID(), emailKey: emailKeyOf(given.email), createdAt: at, sessionVersion: 1 };
    const row = tx.insert(users).values(values).returning().get();
    recordAudit(tx, { at, by: actorOf(by), action: 'user.created', subject: given.email });
    return row;
  }

  return {
    list: (): User[] => db.select().from(users).orderBy(asc(users.createdAt)).all().map(toUser),

    async create({ name, email, password, role }: CreateUser, by: Session | null): Promise<User> {
      refuseAbove(role, by);
      refuseGuessable(password, { name, email });
      const passwordHash = await hashPassword(password);
      return db.transaction((tx) => {
        refuseOutdated(tx, by);
        refuseTaken(tx, email);
        return toUser(insert(tx, { name, email, role, passwordHash }, by));
      });
    },

    /** The first super_admin; undefined when somebody else was faster. */
    async createFirst({ name, email, password }: Omit<CreateUser, 'role'>): Promise<UserRow | undefined> {
      refuseGuessable(password, { name, email });
      const passwordHash = await hashPassword(password);
      return db.transaction((tx) => {
        if (tx.select({ id: users.id }).from(users).limit(1).get()) return undefined;
        return insert(tx, { name, email, role: 'super_admin', passwordHash }, null);
      });
    },

    /** A blank password keeps the current one; without a role the role stays. Both changes end the user's sessions, but for the one that makes them. */
    async update(id: string, { name, email, password, role }: UpdateUser, by: Session | null): Promise<User> {
      // Before the costly hashing, and again inside: the role may change while it runs.
      refuseAbove(find(db, id).role, by);
      if (role) refuseAbove(role, by);
      if (password) refuseGuessable(password, { name, email });
      const passwordHash = password ? await hashPassword(password) : undefined;
      return db.transaction((tx) => {
        refuseOutdated(tx, by);
        const row = find(tx, id);
        refuseAbove(row.role, by);
        const newRole = role ?? row.role;
        if (row.role === 'super_admin' && newRole !== 'super_admin') refuseLastSuperAdmin(tx, id);
        refuseTaken(tx, email, id);
        const endsSessions = passwordHash !== undefined || newRole !== row.role;
        const values = {
          name,
          email,
          emailKey: emailKeyOf(email),
          role: newRole,
          ...(passwordHash && { passwordHash }),
          sessionVersion: row.sessionVersion + (endsSessions ? 1 : 0),
        };
        const changed = tx.update(users).set(values).where(eq(users.id, id)).returning().get();
        if (endsSessions) endOtherSessions(tx, changed, by);
        recordAudit(tx, { at: now().toISOString(), by: actorOf(by), action: 'user.updated', subject: email });
        return toUser(changed);
      });
    },

    /** Somebody whose sessions `by` may see and end: only a super admin looks after the sessions of others. */
    underCareOf(id: string, by: User): User {
      if (by.role !== 'super_admin') {
        throw new ProblemError('forbidden', { detail: 'Only a super admin may see and end the sessions of others.' });
      }
      return toUser(find(db, id));
    },

    remove(id: string, by: Session): void {
      // Spec §6: the words are the specification's.
      if (id === by.user._id) throw new ProblemError('forbidden', { detail: 'You cannot delete your own account' });
      db.transaction((tx) => {
        refuseOutdated(tx, by);
        const row = find(tx, id);
        refuseAbove(row.role, by);
        if (row.role === 'super_admin') refuseLastSuperAdmin(tx, id);
        tx.delete(users).where(eq(users.id, id)).run();
        recordAudit(tx, { at: now().toISOString(), by: actorOf(by), action: 'user.deleted', subject: row.email });
      });
    },
  };
}

function actorOf(by: Session | null): Actor | null {
  return by && { id: by.user._id, name: by.user.name };
}

/** Two super admins may remove each other at the same moment: whoever comes second is nobody any more. */
function refuseOutdated(tx: Tx, by: Session | null): void {
  if (by === null) return;
  const row = tx.select({ role: users.role }).from(users).where(eq(users.id, by.user._id)).get();
  if (row?.role === by.user.role) return;
  throw new ProblemError('unauthenticated', { detail: 'Your session has ended. Please sign in again.' });
}

function endOtherSessions(tx: Tx, user: UserRow, by: Session | null): void {
  const own = by?.user._id === user.id ? by.id : '';
  tx.delete(sessions)
    .where(and(eq(sessions.userId, user.id), ne(sessions.id, own)))
    .run();
  tx.update(sessions).set({ sessionVersion: user.sessionVersion }).where(eq(sessions.id, own)).run();
}

function find(tx: Pick<Db, 'select'>, id: string) {
  const row = tx.select().from(users).where(eq(users.id, id)).get();
  if (!row) throw new ProblemError('not-found', { detail: 'There is no such user.' });
  return row;
}

function refuseAbove(role: Role, by: Session | null): void {
  if (by === null || rank[role] <= rank[by.user.role]) return;
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

function refuseLastSuperAdmin(tx: Tx, id: string): void {
  const another = tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'super_admin'), ne(users.id, id)))
    .get();
  if (!another)
    throw new ProblemError('conflict', { detail: 'This is the last super admin. Make somebody else one first.' });
}

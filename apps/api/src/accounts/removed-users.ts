import { keptRemovedMs, type RemovedUser } from '@threadline/schema/user';
import { desc, eq, lt } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import type { Db, Tx } from '../platform/db/client.ts';
import {
  type KeptAccount,
  passkeys,
  recoveryCodes,
  removedUsers,
  secondFactors,
} from '../platform/db/schema/accounts.ts';
import { users } from '../platform/db/schema/core.ts';
import { ProblemError } from '../platform/http/problem-error.ts';

type UserRow = typeof users.$inferSelect;

/**
 * Takes an account out of the product and keeps it as it was. Sessions and links end with its row; email and passkeys are
 * free for somebody else at once.
 */
export function moveToTrash(tx: Tx, user: UserRow, { at, by }: { at: string; by: string }): void {
  const { id, name, email, role } = user;
  const account: KeptAccount = {
    user,
    secondFactors: tx.select().from(secondFactors).where(eq(secondFactors.userId, id)).all(),
    recoveryCodes: tx.select().from(recoveryCodes).where(eq(recoveryCodes.userId, id)).all(),
    passkeys: tx
      .select()
      .from(passkeys)
      .where(eq(passkeys.userId, id))
      .all()
      .map((passkey) => ({ ...passkey, publicKey: passkey.publicKey.toString('base64') })),
  };
  tx.insert(removedUsers).values({ id, name, email, role, removedAt: at, removedBy: by, account }).run();
  tx.delete(users).where(eq(users.id, id)).run();
}

/** @throws ProblemError 404 */
export function findInTrash(tx: Pick<Db, 'select'>, id: string) {
  const row = tx.select().from(removedUsers).where(eq(removedUsers.id, id)).get();
  if (!row) throw new ProblemError('not-found', { detail: 'This account is not kept any more.' });
  return row;
}

/** With its password and its second factors; sessions from before stay ended. */
export function restoreFromTrash(tx: Tx, { id, account }: typeof removedUsers.$inferSelect): UserRow {
  const { user } = account;
  const values = { ...user, sessionVersion: user.sessionVersion + 1 };
  const row = tx.insert(users).values(values).returning().get();
  for (const factor of account.secondFactors) tx.insert(secondFactors).values(factor).run();
  for (const code of account.recoveryCodes) tx.insert(recoveryCodes).values(code).run();
  for (const { publicKey, ...passkey } of account.passkeys)
    tx.insert(passkeys)
      .values({ ...passkey, publicKey: Buffer.from(publicKey, 'base64') })
      .run();
  tx.delete(removedUsers).where(eq(removedUsers.id, id)).run();
  return row;
}

/** Who can still come back, the last one first. */
export function listTrash(db: Db): RemovedUser[] {
  const { id, name, email, role, removedAt, removedBy } = removedUsers;
  return db
    .select({ _id: id, name, email, role, removedAt, removedBy })
    .from(removedUsers)
    .orderBy(desc(removedAt))
    .all();
}

/** Forgets for good who was deleted more than 30 days ago. */
export function emptyUserTrash({ db, now }: Pick<Deps, 'db' | 'now'>): void {
  const before = new Date(now().getTime() - keptRemovedMs).toISOString();
  db.delete(removedUsers).where(lt(removedUsers.removedAt, before)).run();
}

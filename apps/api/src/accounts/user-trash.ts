import { type TrashedUser, userTrashMs } from '@threadline/schema/wire/user';
import { desc, eq, lt } from 'drizzle-orm';
import type { UserRow } from '../auth/user-record.ts';
import type { Deps } from '../context.ts';
import type { Db, Tx } from '../platform/db/client.ts';
import {
  passkeys,
  recoveryCodes,
  type TrashedAccount,
  totpSecrets,
  trashedUsers,
} from '../platform/db/schema/accounts.ts';
import { users } from '../platform/db/schema/core.ts';
import { ProblemError } from '../platform/http/problem-error.ts';

/**
 * Deletes an account and keeps its rows in the trash. Its sessions and links end; its email and passkeys can be used by another
 * account at once.
 */
export function moveToTrash(tx: Tx, user: UserRow, { at, by }: { at: string; by: string }): void {
  const { id, name, email, role } = user;
  const account: TrashedAccount = {
    user,
    totpSecrets: tx.select().from(totpSecrets).where(eq(totpSecrets.userId, id)).all(),
    recoveryCodes: tx.select().from(recoveryCodes).where(eq(recoveryCodes.userId, id)).all(),
    passkeys: tx
      .select()
      .from(passkeys)
      .where(eq(passkeys.userId, id))
      .all()
      .map((passkey) => ({ ...passkey, publicKey: passkey.publicKey.toString('base64') })),
  };
  tx.insert(trashedUsers).values({ id, name, email, role, deletedAt: at, deletedBy: by, account }).run();
  tx.delete(users).where(eq(users.id, id)).run();
}

/** @throws ProblemError 404 */
export function findInTrash(tx: Pick<Db, 'select'>, id: string) {
  const row = tx.select().from(trashedUsers).where(eq(trashedUsers.id, id)).get();
  if (!row) throw new ProblemError('not-found', { detail: 'This account is no longer in the trash.' });
  return row;
}

/** Restores an account with its password and second factors. Earlier sessions stay ended. */
export function restoreFromTrash(tx: Tx, { id, account }: typeof trashedUsers.$inferSelect): UserRow {
  const values = { ...account.user, sessionVersion: account.user.sessionVersion + 1 };
  const row = tx.insert(users).values(values).returning().get();
  for (const secret of account.totpSecrets) tx.insert(totpSecrets).values(secret).run();
  for (const code of account.recoveryCodes) tx.insert(recoveryCodes).values(code).run();
  for (const { publicKey, ...passkey } of account.passkeys)
    tx.insert(passkeys)
      .values({ ...passkey, publicKey: Buffer.from(publicKey, 'base64') })
      .run();
  tx.delete(trashedUsers).where(eq(trashedUsers.id, id)).run();
  return row;
}

/** Lists the accounts that can be restored, the last deleted first. */
export function listTrash(db: Db): TrashedUser[] {
  const { id, name, email, role, deletedAt, deletedBy } = trashedUsers;
  return db
    .select({ _id: id, name, email, role, deletedAt, deletedBy })
    .from(trashedUsers)
    .orderBy(desc(deletedAt))
    .all();
}

/** Deletes the accounts permanently that have been in the trash for 30 days. */
export function emptyUserTrash({ db, now }: Pick<Deps, 'db' | 'now'>): void {
  const before = new Date(now().getTime() - userTrashMs).toISOString();
  db.delete(trashedUsers).where(lt(trashedUsers.deletedAt, before)).run();
}

import type { User } from '@threadline/schema/wire/user';
import { eq } from 'drizzle-orm';
import type { Db } from '../platform/db/client.ts';
import { users } from '../platform/db/schema/core.ts';

export type UserRow = typeof users.$inferSelect;

/** Returns the fields of a user that the API shows. The password hash is not one of them. */
export function toUser({ id, name, email, role, status, hasSecondFactor, lastLogin, createdAt }: UserRow): User {
  return { _id: id, name, email, role, status, hasSecondFactor, lastLogin, createdAt };
}

/** Returns the form of an address by which accounts are found and compared. */
export function toEmailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

export function findUserByEmail(db: Pick<Db, 'select'>, email: string): UserRow | undefined {
  return db
    .select()
    .from(users)
    .where(eq(users.emailKey, toEmailKey(email)))
    .get();
}

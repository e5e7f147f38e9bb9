import type { User } from '@threadline/schema/user';
import type { users } from '../platform/db/schema/core.ts';

/** A user as everybody may see it: never the password's hash. */
export function toUser(row: typeof users.$inferSelect): User {
  const { id, name, email, role, status, hasSecondFactor, lastLogin, createdAt } = row;
  return { _id: id, name, email, role, status, hasSecondFactor, lastLogin, createdAt };
}

/** By this form people are found and told apart. */
export function emailKeyOf(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

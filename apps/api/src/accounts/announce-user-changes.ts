import type { OwnerNews } from '../auth/account-notice.ts';
import type { AuditEntry } from '../platform/audit-log/audit-log.ts';
import type { users } from '../platform/db/schema/core.ts';

type UserRow = typeof users.$inferSelect;

/** What the log says of an edit: what decides who gets in, and as what, has an entry of its own. */
export function entriesFor(before: UserRow, after: UserRow): Pick<AuditEntry, 'action' | 'subject'>[] {
  const { email } = after;
  const changes = [
    [before.role !== after.role, 'user.role-changed', `${email} (${before.role} → ${after.role})`],
    [before.email !== email, 'user.email-changed', `${before.email} → ${email}`],
    [before.passwordHash !== after.passwordHash, 'user.password-set', email],
    [before.name !== after.name, 'user.updated', `${email} (${before.name} → ${after.name})`],
  ] as const;
  return changes.filter(([isSo]) => isSo).map(([, action, subject]) => ({ action, subject }));
}

/** What the owner of an account should know of an edit; a first password is none. */
export function newsFor(before: UserRow, after: UserRow): OwnerNews[] {
  const news: [isSo: boolean, news: OwnerNews][] = [
    [before.passwordHash !== '' && after.passwordHash !== before.passwordHash, 'password-changed'],
    [after.emailKey !== before.emailKey, 'email-changed'],
    [after.role !== before.role, `role-${after.role}`],
  ];
  return news.filter(([isSo]) => isSo).map(([, change]) => change);
}

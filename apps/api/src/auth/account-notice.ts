import { randomUUID } from 'node:crypto';
import { count, eq } from 'drizzle-orm';
import type { Tx } from '../platform/db/client.ts';
import { passkeys } from '../platform/db/schema/accounts.ts';
import type { users } from '../platform/db/schema/core.ts';
import { outboxMessages } from '../platform/db/schema/enquiries.ts';
import { waitingMail } from '../platform/mail/outbox.ts';
import type { Session } from './require-session.ts';

const sentences = {
  'user.passkey-added': 'A passkey was added to your account: with it one signs in without the password.',
  'user.passkey-removed': 'A passkey was removed from your account.',
  'user.passkeys-removed': 'All passkeys of your account were removed.',
  'user.second-factor-on': 'Signing in to your account now asks for the code of an authenticator app.',
  'user.second-factor-off': 'Signing in to your account does not ask for the code of an authenticator app any more.',
  'password-changed': 'The password of your account was changed.',
  'password-reset': 'A new password for your account was chosen with a link that went to this address.',
  'email-changed': 'The email of your account was changed. Later messages do not come to this address any more.',
  'role-admin': 'The role of your account was changed: it is an admin now, no longer a super admin.',
  'role-super_admin': 'The role of your account was changed: it is a super admin now.',
};
export type OwnerNews = keyof typeof sentences;

interface AccountNotice {
  change: OwnerNews;
  /** As it was before the change. */
  user: Pick<typeof users.$inferSelect, 'id' | 'email'>;
  /** Null: the command line. `owner`: whoever holds the link that was sent to the owner. */
  by: Session | 'owner' | null;
  /** ISO 8601. */
  at: string;
}

/**
 * Writes to the owner of an account what was changed about how it is opened, in the transaction that changes it. The
 * mail worker finds it within a minute.
 */
export function tellOwner(tx: Tx, { change, user, by, at }: AccountNotice): void {
  const words = [sentences[change], who(user.id, by), ...(change === 'password-reset' ? [kept(tx, user.id)] : [])];
  const text = words.filter((part) => part !== '').join(' ');
  const id = `${randomUUID()}.account-changed`;
  const mail = waitingMail({ id, kind: 'account-changed', recipient: user.email, payload: { text } }, at);
  tx.insert(outboxMessages).values(mail).run();
}

/** Writes to the owner of an account that somebody tries passwords. */
export function tellOwnerOfGuesses(
  tx: Tx,
  { user, failures, at }: Pick<AccountNotice, 'user' | 'at'> & { failures: number },
): void {
  const id = `${randomUUID()}.failed-sign-ins`;
  const payload = { text: `${failures} wrong passwords were entered for your account within an hour.` };
  tx.insert(outboxMessages)
    .values(waitingMail({ id, kind: 'failed-sign-ins', recipient: user.email, payload }, at))
    .run();
}

function who(userId: string, by: AccountNotice['by']): string {
  if (by === null) return 'It was done on the server itself.';
  return by === 'owner' || by.user._id === userId ? '' : `It was done by ${by.user.name}.`;
}

/** Whoever reads the mail box alone must not take another factor away, and must not find one that nobody mentions. */
function kept(tx: Tx, userId: string): string {
  const row = tx.select({ rows: count() }).from(passkeys).where(eq(passkeys.userId, userId)).get();
  if (!row?.rows) return '';
  if (row.rows === 1) return 'Its passkey goes on working: if it is not yours, remove it under Your account.';
  return `Its ${row.rows} passkeys go on working: remove those that are not yours under Your account.`;
}

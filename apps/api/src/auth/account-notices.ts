import { randomUUID } from 'node:crypto';
import { count, eq } from 'drizzle-orm';
import type { Tx } from '../platform/db/client.ts';
import { passkeys } from '../platform/db/schema/accounts.ts';
import { addMessage } from '../platform/outbox/outbox.ts';
import type { Session } from './sessions.ts';
import type { UserRow } from './user-record.ts';

const texts = {
  'user.passkey-added': 'A passkey was added to your account. It signs in without the password.',
  'user.passkey-removed': 'A passkey was removed from your account.',
  'user.passkeys-removed': 'All passkeys of your account were removed.',
  'user.second-factor-on':
    'Two-step verification was turned on: signing in to your account now needs a code from your authenticator app.',
  'user.second-factor-off':
    'Two-step verification was turned off: signing in to your account no longer needs a code from your authenticator app.',
  'password-changed': 'The password of your account was changed.',
  'password-reset': 'A new password for your account was set with a link that was sent to this address.',
  'email-changed': 'The email of your account was changed. From now on, messages go to the new address.',
  'role-admin': 'The role of your account was changed from super admin to admin.',
  'role-super_admin': 'The role of your account was changed from admin to super admin.',
};
export type OwnerNotice = keyof typeof texts;

interface AccountChange {
  change: OwnerNotice;
  /** As it was before the change. */
  user: Pick<UserRow, 'id' | 'email'>;
  /** Null: the command line. `owner`: the holder of the link that was sent to the owner. */
  by: Session | 'owner' | null;
  /** ISO 8601. */
  at: string;
}

/** Queues a mail to the owner of an account about a security change, in the transaction of the change. */
export function notifyOwner(tx: Tx, { change, user, by, at }: AccountChange): void {
  const remaining = change === 'password-reset' ? describeRemainingPasskeys(tx, user.id) : '';
  const text = [texts[change], describeActor(user.id, by), remaining].filter((part) => part !== '').join(' ');
  addNotice(tx, { kind: 'account-changed', recipient: user.email, text, at });
}

/** Queues a mail to the owner of an account about wrong passwords. */
export function notifyOwnerOfFailures(
  tx: Tx,
  { user, failures, at }: Pick<AccountChange, 'user' | 'at'> & { failures: number },
): void {
  const text = `${failures} wrong passwords were entered for your account within an hour.`;
  addNotice(tx, { kind: 'failed-sign-ins', recipient: user.email, text, at });
}

interface Notice {
  kind: 'account-changed' | 'failed-sign-ins';
  recipient: string;
  text: string;
  at: string;
}

function addNotice(tx: Tx, { kind, recipient, text, at }: Notice): void {
  addMessage(tx, { id: `${randomUUID()}.${kind}`, kind, recipient, payload: { text } }, at);
}

function describeActor(userId: string, by: AccountChange['by']): string {
  if (by === null) return 'The change was made on the server itself.';
  return by === 'owner' || by.user._id === userId ? '' : `The change was made by ${by.user.name}.`;
}

/** A password reset keeps the passkeys: access to the mailbox alone must not remove another factor. The mail names them. */
function describeRemainingPasskeys(tx: Tx, userId: string): string {
  const row = tx.select({ rows: count() }).from(passkeys).where(eq(passkeys.userId, userId)).get();
  if (!row?.rows) return '';
  if (row.rows === 1)
    return 'The passkey of the account still works. If it is not yours, remove it under Your account.';
  return `Its ${row.rows} passkeys still work. Remove those that are not yours under Your account.`;
}

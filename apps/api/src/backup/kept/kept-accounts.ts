import { eq, sql } from 'drizzle-orm';
import { recordAudit } from '../../audit/service.ts';
import { passkeys, recoveryCodes, removedUsers, secondFactors } from '../../db/account-schema.ts';
import type { Db, Tx } from '../../db/client.ts';
import { users } from '../../db/schema.ts';
import { handBackOpen, unassignAll } from '../../enquiries/unassign.ts';
import { beginningOf, readReplaced, whyNotOfOneSite } from './replaced-database.ts';
import { whyNotKept } from './why-not-kept.ts';

type Person = typeof users.$inferSelect;

/** Everything with which somebody gets in, and who was shut out. */
export type Accounts = ReturnType<typeof readAccounts>;

/**
 * The accounts of the database that is about to be replaced.
 *
 * @returns a sentence's end instead, if there are none that could be kept
 */
export function accountsIn(file: string): Accounts | string {
  return readReplaced(file, readAccounts);
}

function readAccounts(db: Pick<Db, 'select'>) {
  return {
    people: db.select().from(users).all(),
    secondFactors: db.select().from(secondFactors).all(),
    recoveryCodes: db.select().from(recoveryCodes).all(),
    passkeys: db.select().from(passkeys).all(),
    removed: db.select().from(removedUsers).all(),
    beginning: beginningOf(db),
  };
}

/**
 * A restore brings back content, not rights: whoever was shut out since the backup stays out, and passwords and second
 * factors stay those of the replaced database. Somebody could sign in as super admin there, so somebody can here.
 *
 * @returns who differs from the backup, in words; or why the accounts are those of the backup
 */
export function keepAccounts(db: Tx, kept: Accounts | string, at: string): string[] | string {
  if (typeof kept === 'string') return kept;
  const old = readAccounts(db);
  const otherSite = whyNotOfOneSite(kept.beginning, old.beginning);
  if (otherSite) return otherSite;
  if (!kept.people.some(({ role, status }) => role === 'super_admin' && status === 'active'))
    return 'nobody could sign in as super admin to the replaced database';
  try {
    // All of it or nothing: rows of a damaged database may contradict each other.
    db.transaction((tx) => replaceAccounts(tx, { old, kept, at }));
  } catch (error) {
    return whyNotKept(error);
  }
  const changes = changesSince(old, kept);
  if (changes.length > 0)
    recordAudit(db, { at, by: null, action: 'backup.accounts-kept', subject: changes.join(', ') });
  return changes;
}

function replaceAccounts(tx: Tx, { old, kept, at }: { old: Accounts; kept: Accounts; at: string }): void {
  const now = new Map(kept.people.map((person) => [person.id, person]));
  for (const user of old.people) {
    const status = now.get(user.id)?.status;
    if (status === undefined || status === 'disabled') handBackOpen(tx, { user, by: null, at });
    if (status !== undefined) continue;
    unassignAll(tx, user.id);
    tx.delete(users).where(eq(users.id, user.id)).run();
  }
  // Two people may have exchanged their addresses.
  tx.update(users)
    .set({ emailKey: sql`${users.id}` })
    .run();
  for (const person of kept.people)
    tx.insert(users).values(person).onConflictDoUpdate({ target: users.id, set: person }).run();
  for (const table of [secondFactors, recoveryCodes, passkeys, removedUsers]) tx.delete(table).run();
  for (const row of kept.secondFactors) tx.insert(secondFactors).values(row).run();
  for (const row of kept.recoveryCodes) tx.insert(recoveryCodes).values(row).run();
  for (const row of kept.passkeys) tx.insert(passkeys).values(row).run();
  for (const row of kept.removed) tx.insert(removedUsers).values(row).run();
}

/** `editor@example.com (disabled)`, one for each person whose account is not as it was in the backup. */
function changesSince(old: Accounts, kept: Accounts): string[] {
  const before = new Map(old.people.map((person) => [person.id, person]));
  const now = new Set(kept.people.map(({ id }) => id));
  const gone = old.people.filter(({ id }) => !now.has(id)).map(({ email }) => `${email} (deleted)`);
  const others = kept.people.flatMap((person) => {
    const words = changesOf(person, before.get(person.id));
    if (factorsOf(old, person.id) !== factorsOf(kept, person.id) && before.has(person.id)) words.push('second factor');
    return words.length > 0 ? [`${person.email} (${words.join(', ')})`] : [];
  });
  return [...gone, ...others];
}

function changesOf({ status, role, email, passwordHash }: Person, before: Person | undefined): string[] {
  if (!before) return ['new'];
  return [
    ...(status === before.status ? [] : [status]),
    ...(role === before.role ? [] : [role === 'super_admin' ? 'super admin' : 'no super admin']),
    ...(email === before.email ? [] : ['email']),
    ...(passwordHash === before.passwordHash ? [] : ['password']),
  ];
}

/** What a person has besides the password, but for what changes with each use. */
function factorsOf(accounts: Accounts, id: string): string {
  const isOf = ({ userId }: { userId: string }): boolean => userId === id;
  return JSON.stringify([
    accounts.secondFactors.filter(isOf).map(({ secret, confirmedAt }) => [secret, confirmedAt]),
    accounts.recoveryCodes
      .filter(isOf)
      .map(({ codeHash }) => codeHash)
      .sort(),
    accounts.passkeys
      .filter(isOf)
      .map(({ credentialId }) => credentialId)
      .sort(),
  ]);
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BackupManifest } from '@threadline/schema/wire/backup';
import Database, { SqliteError } from 'better-sqlite3';
import { and, eq, sql } from 'drizzle-orm';
import { applyReplyState } from '../enquiries/sla.ts';
import { type Actor, type AuditEntry, recordAudit } from '../platform/audit-log/audit-log.ts';
import { type Db, openDatabase, type Tx } from '../platform/db/client.ts';
import { compareMigrations, NewerDatabaseError } from '../platform/db/migrations.ts';
import { deliveries, publishing } from '../platform/db/schema/core.ts';
import { enquiries, outboxMessages, subscribers } from '../platform/db/schema/enquiries.ts';
import { privacyRequests } from '../platform/db/schema/privacy.ts';
import { findKeyFault, isKeyMissing, readKey } from '../platform/keys.ts';
import { isDiskFullError } from '../platform/storage/free-space.ts';
import { createEraser, createTombstone, isTombstoneOfKey } from '../privacy/erasure.ts';
import { type CarriedOver, CarryOverError, copyRows, endPreviewLinks, needsReview } from './copy-rows.ts';

interface RestoreContext {
  dataDir: string;
  /** A folder for temporary copies, on the disk of the data. */
  scratch: string;
  manifest: BackupManifest;
  now: Date;
  /** Null on the command line. */
  by?: Actor | null | undefined;
}

/** State of the time of the backup that must not become valid again. */
const temporaryTables = ['sessions', 'rate_limits', 'data_links', 'account_links', 'passkey_challenges', 'jobs'];

/**
 * Prepares the restored database to replace the present one: ends sessions and links, marks unsent messages for review,
 * and carries over what people must not lose by a restore: accounts, withdrawn consents, unsubscriptions, privacy
 * requests, enquiries that the backup does not have, erasures, the audit log, and review mode.
 *
 * @param file the restored database
 * @throws Error when the disk is full; any other fault of the replaced database becomes a warning
 */
export function prepareRestored(file: string, context: RestoreContext): CarriedOver {
  const { manifest, now, by = null } = context;
  const at = now.toISOString();
  const restored = { at, by, action: 'backup.restored', subject: manifest.createdAt };
  const db = openDatabase(file);
  try {
    db.transaction((tx) => {
      endTemporaryState(tx, at);
      recordAudit(tx, restored);
    });
    const result = carryOver(db, context, restored);
    db.transaction((tx) => reopenUnsentReplies(tx, at));
    closeAsOneFile(db);
    return result;
  } finally {
    if (db.$client.open) db.$client.close();
  }
}

/** Leaves a single file, without a separate write-ahead log. */
export function closeAsOneFile(db: Db): void {
  db.$client.pragma('journal_mode = DELETE');
  db.$client.close();
}

function endTemporaryState(tx: Tx, at: string): void {
  for (const table of temporaryTables) tx.run(sql.raw(`delete from ${table}`));
  endPreviewLinks(tx, at);
  tx.update(deliveries).set({ state: 'superseded' }).where(eq(deliveries.state, 'pending')).run();
  tx.update(outboxMessages).set(needsReview).where(eq(outboxMessages.state, 'pending')).run();
  tx.update(publishing)
    .set({ state: 'saved', savedAt: at, faults: [], generation: sql`${publishing.generation} + 1` })
    .run();
}

/** An enquiry whose reply needs review counts as unanswered until an editor sends the reply. */
function reopenUnsentReplies(tx: Tx, at: string): void {
  const isUnsentReply = and(
    eq(outboxMessages.kind, 'reply'),
    eq(outboxMessages.state, needsReview.state),
    eq(outboxMessages.lastError, needsReview.lastError),
  );
  for (const reply of tx.select().from(outboxMessages).where(isUnsentReply).all())
    applyReplyState(tx, reply, { at, isActivity: false });
}

function carryOver(db: Db, context: RestoreContext, restored: AuditEntry): CarriedOver {
  try {
    const replaced = openReplaced(context);
    db.$client.prepare('attach ? as replaced').run(replaced);
    refuseOtherSite(db);
    // Rows of accounts are replaced one table at a time; `foreign_key_check` below replaces the checks of each statement.
    db.$client.pragma('foreign_keys = OFF');
    const result = db.transaction((tx) => copyRows(tx, restored), { behavior: 'immediate' });
    return { ...result, warnings: [...result.warnings, ...repeatErasures(db, context)] };
  } catch (error) {
    const warning =
      `Accounts, enquiries, consents, the newsletter and the audit log are those of the backup, since ${describeFault(error)}. ` +
      'Repeat what was done since: disable accounts, withdraw consents, unsubscribe, correct and erase.';
    return { items: [], changedAccounts: [], warnings: [warning] };
  } finally {
    if (db.$client.prepare("select 1 from pragma_database_list where name = 'replaced'").get())
      db.$client.exec('detach replaced');
    db.$client.pragma('foreign_keys = ON');
  }
}

/** Returns a copy of the present database with the newest schema. The original stays unchanged until the last step. */
function openReplaced({ dataDir, scratch }: RestoreContext): string {
  const file = join(dataDir, 'threadline.db');
  if (!existsSync(file)) throw new CarryOverError('there was no database here');
  const copy = join(scratch, 'replaced.db');
  const client = new Database(file, { readonly: true, fileMustExist: true });
  try {
    const { unknown } = compareMigrations(client);
    if (unknown > 0) throw new NewerDatabaseError(unknown);
    client.prepare('vacuum into ?').run(copy);
  } finally {
    client.close();
  }
  closeAsOneFile(openDatabase(copy));
  return copy;
}

/** Audit entries are never removed, so a database and its backups have the same first entry. */
function refuseOtherSite(db: Db): void {
  const { firsts } = db.get<{ firsts: number }>(sql`select count(*) as firsts from (
    select * from (select at, action, subject, hash from main.audit_log order by id limit 1)
    union
    select * from (select at, action, subject, hash from replaced.audit_log order by id limit 1))`);
  if (firsts !== 1) throw new CarryOverError('the replaced database is of another site');
}

/** SQLite's messages name tables and columns; the messages of other errors could quote personal details. */
function describeFault(error: unknown): string {
  if (isDiskFullError(error)) throw error;
  if (error instanceof CarryOverError) return error.message;
  if (error instanceof NewerDatabaseError) return 'the replaced database was made by a newer version';
  if (error instanceof SqliteError) return `the replaced database cannot be read (${error.message})`;
  return 'the replaced database cannot be read';
}

/**
 * Repeats the erasures made since the backup. Tombstones contain digests, so every known address is compared. The
 * tombstones are carried over, because a second restore needs them too.
 * @returns warnings
 */
function repeatErasures(db: Db, { dataDir, manifest, now }: RestoreContext): string[] {
  const rows = db.all<{ at: string; emailHash: string | null }>(
    sql`select at, email_hash as emailHash from replaced.erasures where at > ${manifest.createdAt}`,
  );
  if (rows.length === 0) return [];
  // A new key would hide that the old one is missing.
  const isLost = isKeyMissing(dataDir, 'erasure-key') || findKeyFault(dataDir, 'erasure-key') !== undefined;
  const erasureKey = isLost ? '' : readKey(dataDir, 'erasure-key');
  db.run(sql`insert into main.erasures (at, reason, by_name, email_hash, enquiries, messages, subscribers)
    select at, reason, by_name, email_hash, enquiries, messages, subscribers
    from replaced.erasures where at > ${manifest.createdAt} order by id`);
  const erasedAt = new Map(rows.map(({ at, emailHash }) => [emailHash, at]));
  const eraser = createEraser({ db, config: { dataDir }, now: () => now, secrets: { erasureKey } });
  const known = [enquiries, subscribers, privacyRequests].flatMap((table) =>
    db.selectDistinct({ emailKey: table.emailKey }).from(table).all(),
  );
  for (const { emailKey } of known) {
    const until = erasedAt.get(createTombstone(emailKey, erasureKey));
    if (until) eraser.erasePersonAgain(emailKey, until);
  }
  const isComparable = rows.every(({ emailHash }) => emailHash === null || isTombstoneOfKey(emailHash, erasureKey));
  return isComparable ? [] : ['The key of past erasures is lost: repeat the erasures made since the backup.'];
}

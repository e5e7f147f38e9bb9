import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { type AuditEntry, recordAudit } from '../platform/audit-log/audit-log.ts';
import type { Tx } from '../platform/db/client.ts';
import { enquiries, outboxMessages } from '../platform/db/schema/enquiries.ts';
import { labelCount } from '../privacy/erasure.ts';
import { closeWithdrawnEnquiry } from '../privacy/person.ts';

/** The result of carrying rows over from the replaced database. */
export interface CarriedOver {
  /** Labelled counts, such as "2 enquiries". */
  items: string[];
  /** Emails of users whose account differs from the backup. */
  changedAccounts: string[];
  /** Sentences on rows that were not carried over, with advice. */
  warnings: string[];
}

/** Why nothing can be carried over, as the end of a sentence. */
export class CarryOverError extends Error {}

/** Tables that a restore does not change: it restores content, not access (decision 16). */
const accountTables = ['users', 'totp_secrets', 'recovery_codes', 'passkeys', 'trashed_users'];

/** The mail server and the backup location are access to a service, too: an older password may be wrong by now. */
const serviceTables = ['mail_settings', 'mail_outcome', 'backup_location'];

/** Comments and decisions about previews, with the links through which they came. */
const feedbackTables = ['preview_links', 'preview_feedback'];

/** State of an unsent message after a restore: a person reviews it. */
export const needsReview = {
  state: 'failed',
  lastError: 'Not sent after a restore: it may have been sent after the backup was made.',
} as const;

/**
 * Copies rows from the database that is attached as `replaced` into the restored one. Runs in one transaction.
 *
 * @param restored the audit entry of the restore, the last one of the restored database
 * @throws CarryOverError when the rows contradict each other
 */
export function copyRows(tx: Tx, restored: AuditEntry): CarriedOver {
  const { at } = restored;
  const isLogContinued = continuesLog(tx);
  if (isLogContinued) {
    replaceTables(tx, ['audit_log']);
    recordAudit(tx, restored);
  }
  keepReviewMode(tx);
  const hasSuperAdmin = tx.get(sql`select 1 from replaced.users where role = 'super_admin' and status = 'active'`);
  const changedAccounts = hasSuperAdmin ? carryOverAccounts(tx, at) : [];
  replaceTables(tx, serviceTables);
  replaceTables(tx, feedbackTables);
  endPreviewLinks(tx, at);
  const warnings: string[] = [];
  if (!isLogContinued)
    warnings.push(
      'The audit log is that of the backup, since the replaced database has another one. Its entries are in the replaced database.',
    );
  if (!hasSuperAdmin)
    warnings.push('Accounts are those of the backup, since the replaced database has no active super admin.');
  const items = [
    ...labelCount(copyEnquiries(tx), 'enquiry', 'enquiries'),
    ...labelCount(markSentMessages(tx), 'message that was sent', 'messages that were sent'),
    ...labelCount(copyWithdrawals(tx, at), 'withdrawn consent', 'withdrawn consents'),
    ...labelCount(copySubscriptions(tx), 'newsletter subscription', 'newsletter subscriptions'),
    ...labelCount(copyPrivacyRequests(tx), 'privacy request', 'privacy requests'),
  ];
  if (items.length > 0) recordAudit(tx, { at, by: null, action: 'backup.carried-over', subject: items.join(', ') });
  const broken = tx.all(sql`pragma foreign_key_check`);
  if (broken.length > 0) throw new CarryOverError('its rows contradict each other');
  return { items, changedAccounts, warnings };
}

/**
 * Returns whether the replaced audit log begins with that of the backup. Each hash covers all entries before it, so the last
 * entry of the backup is enough: the one before the entry of the restore.
 */
function continuesLog(tx: Tx): boolean {
  return (
    tx.get(sql`select 1 from replaced.audit_log
      where (id, hash) = (select id, hash from main.audit_log order by id desc limit 1 offset 1)`) !== undefined
  );
}

/** Review mode stays on. A backup with pending changes keeps it on as well, because only an editor may publish them. */
function keepReviewMode(tx: Tx): void {
  tx.run(sql`update main.publishing set review = max(review, (select max(review) from replaced.publishing))`);
}

/** Ends all preview links, and marks decisions as made on other content: the restored one numbers its revisions anew. */
export function endPreviewLinks(tx: Tx, at: string): void {
  tx.run(
    sql`update main.preview_links set created_by_id = null, ended_at = coalesce(ended_at, min(expires_at, ${at}))`,
  );
  tx.run(sql`update main.preview_feedback set revision = 0`);
}

/** Returns the emails of users whose account differs from the backup. */
function carryOverAccounts(tx: Tx, at: string): string[] {
  const access = sql.raw('id, email, role, status, password_hash, has_second_factor');
  const changed = tx
    .all<{ email: string }>(
      sql`select distinct email from (
        select * from (select ${access} from main.users except select ${access} from replaced.users)
        union all
        select * from (select ${access} from replaced.users except select ${access} from main.users)
      ) order by email`,
    )
    .map(({ email }) => email);
  replaceTables(tx, accountTables);
  tx.run(sql`update enquiries set assignee_id = null
    where assignee_id is not null and assignee_id not in (select id from users where status = 'active')`);
  if (changed.length > 0)
    recordAudit(tx, { at, by: null, action: 'backup.accounts-carried-over', subject: changed.join(', ') });
  return changed;
}

function replaceTables(tx: Tx, tables: string[]): void {
  for (const table of tables) {
    tx.run(sql.raw(`delete from main.${table}`));
    tx.run(sql.raw(`insert into main.${table} select * from replaced.${table}`));
  }
}

/** Columns that each database numbers independently. */
const counters = {
  enquiries: 'seq',
  enquiry_notes: 'id',
  consents: 'id',
  outbox_messages: 'seq',
  privacy_requests: 'id',
};

/** Copies rows and renumbers them. */
function insertFrom(tx: Tx, table: keyof typeof counters, which: SQL): number {
  const counter = counters[table];
  const columns = tx
    .all<{ name: string }>(sql`select name from pragma_table_info(${table})`)
    .map(({ name }) => name)
    .filter((name) => name !== counter)
    .join(', ');
  const into = sql.raw(`insert into main.${table} (${columns}) select ${columns} from replaced.${table} as other`);
  return tx.run(sql`${into} where ${which} order by ${sql.raw(counter)}`).changes;
}

/** Copies the enquiries that the backup does not have, with their notes, consents and messages. */
function copyEnquiries(tx: Tx): number {
  tx.run(sql`create temp table carried as
    select id from replaced.enquiries where id not in (select id from main.enquiries)`);
  const isCarried = sql`enquiry_id in (select id from carried)`;
  const count = insertFrom(tx, 'enquiries', sql`id in (select id from carried)`);
  insertFrom(tx, 'enquiry_notes', isCarried);
  insertFrom(tx, 'consents', isCarried);
  insertFrom(tx, 'outbox_messages', sql`${isCarried} and id not in (select id from main.outbox_messages)`);
  tx.run(sql`insert or ignore into main.notices select * from replaced.notices`);
  tx.run(sql`drop table carried`);
  tx.update(outboxMessages).set(needsReview).where(eq(outboxMessages.state, 'pending')).run();
  return count;
}

/** A message that was sent since the backup must not be sent again. */
function markSentMessages(tx: Tx): number {
  return tx.run(sql`update main.outbox_messages set state = 'sent', last_error = null, sent_at = other.sent_at
    from replaced.outbox_messages as other
    where other.id = main.outbox_messages.id and other.state = 'sent' and main.outbox_messages.state <> 'sent'`)
    .changes;
}

/** Consents that were withdrawn since the backup stay withdrawn, and nothing more is sent to their owners. */
function copyWithdrawals(tx: Tx, at: string): number {
  tx.run(sql`update main.consents set withdrawn_at = other.withdrawn_at from replaced.consents as other
    where other.email_key = main.consents.email_key and other.at = main.consents.at
      and other.purpose = main.consents.purpose and other.withdrawn_at is not null
      and main.consents.withdrawn_at is null`);
  const withdrawn = tx.all<{ id: string; withdrawnAt: string }>(
    sql`select id, withdrawn_at as withdrawnAt from replaced.enquiries where withdrawn_at is not null`,
  );
  let count = 0;
  for (const { id, withdrawnAt } of withdrawn) {
    const row = tx
      .select()
      .from(enquiries)
      .where(and(eq(enquiries.id, id), isNull(enquiries.withdrawnAt)))
      .get();
    if (!row) continue;
    if (!row.retainForClient) closeWithdrawnEnquiry(tx, { id, reference: row.reference, at });
    tx.update(enquiries).set({ withdrawnAt }).where(eq(enquiries.id, id)).run();
    count += 1;
  }
  return count;
}

/** Subscriptions and unsubscriptions since the backup. An address that has unsubscribed in either database stays so. */
function copySubscriptions(tx: Tx): number {
  const missing = tx.run(sql`insert or ignore into main.subscribers select * from replaced.subscribers`).changes;
  insertFrom(
    tx,
    'consents',
    sql`enquiry_id is null and not exists (
      select 1 from main.consents as mine
      where mine.email_key = other.email_key and mine.at = other.at and mine.purpose = other.purpose)`,
  );
  const changed = tx.run(sql`update main.subscribers
    set confirmed_at = other.confirmed_at, unsubscribed_at = other.unsubscribed_at, confirmation_requested_at = other.confirmation_requested_at
    from replaced.subscribers as other
    where other.email_key = main.subscribers.email_key
      and max(other.confirmation_requested_at, coalesce(other.confirmed_at, ''), coalesce(other.unsubscribed_at, ''))
        > max(main.subscribers.confirmation_requested_at, coalesce(main.subscribers.confirmed_at, ''),
          coalesce(main.subscribers.unsubscribed_at, ''))`).changes;
  return missing + changed;
}

/** Open privacy requests stay open, completed ones stay completed. */
function copyPrivacyRequests(tx: Tx): number {
  const isSame = sql`mine.kind = other.kind and mine.received_at = other.received_at`;
  const added = insertFrom(
    tx,
    'privacy_requests',
    sql`not exists (select 1 from main.privacy_requests as mine where ${isSame})`,
  );
  const done = tx.run(sql`update main.privacy_requests as mine
    set done_at = other.done_at, done_by = other.done_by, email = '', email_key = '', note = ''
    from replaced.privacy_requests as other
    where ${isSame} and mine.done_at is null and other.done_at is not null`).changes;
  return added + done;
}

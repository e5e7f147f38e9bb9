import type { Enquiry, EnquiryChange } from '@threadline/schema/wire/enquiry';
import { openStatuses } from '@threadline/schema/wire/enquiry-status';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { listConsents } from '../../consents/consents.ts';
import type { ContentQueries } from '../../content/queries.ts';
import type { Deps } from '../../context.ts';
import type { Newsletter } from '../../newsletter/service.ts';
import { type Actor, recordAudit } from '../../platform/audit-log/audit-log.ts';
import type { Db } from '../../platform/db/client.ts';
import { users } from '../../platform/db/schema/core.ts';
import { enquiries, enquiryNotes, outboxMessages } from '../../platform/db/schema/enquiries.ts';
import { consents } from '../../platform/db/schema/privacy.ts';
import { ProblemError } from '../../platform/http/problem-error.ts';
import { type Outbox, toEnquiryMessage } from '../../platform/outbox/outbox.ts';
import { stripRow } from '../../platform/text/strip-control-characters.ts';
import type { Intake } from '../intake/service.ts';
import { computeRetainedUntil, readRetentionMonths } from '../retention.ts';
import { computeDueAt, findPendingReplies } from '../sla.ts';
import type { EnquiryRow } from './filter.ts';

/** @throws ProblemError 404 if the enquiry was erased or never existed */
export function requireEnquiry(db: Pick<Db, 'select'>, id: string): EnquiryRow {
  const row = db.select().from(enquiries).where(eq(enquiries.id, id)).get();
  if (!row) throw new ProblemError('not-found', { detail: 'This enquiry no longer exists.' });
  return row;
}

interface EnquiryParts {
  queries: ContentQueries;
  outbox: Outbox;
  intake: Intake;
  newsletter: Newsletter;
}

/** Reads and changes single enquiries. Every change is one transaction with its audit entry. */
export function createEnquiries(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { queries, outbox, intake, newsletter }: EnquiryParts,
) {
  function read(id: string): Enquiry {
    const {
      seq: _seq,
      idempotencyKey: _idempotencyKey,
      emailKey: _emailKey,
      network: _network,
      fingerprint: _fingerprint,
      lastActivityAt,
      erasureScheduledAt,
      ...row
    } = requireEnquiry(db, id);
    const ofEnquiry = { notes: eq(enquiryNotes.enquiryId, id), messages: eq(outboxMessages.enquiryId, id) };
    return {
      ...stripRow(row),
      replyPending: findPendingReplies(db, [row]).has(id),
      retainedUntil: computeRetainedUntil(
        { lastActivityAt, erasureScheduledAt, withdrawnAt: row.withdrawnAt },
        { months: readRetentionMonths(queries), now: now() },
      ),
      notes: db
        .select()
        .from(enquiryNotes)
        .where(ofEnquiry.notes)
        .orderBy(asc(enquiryNotes.id))
        .all()
        .map(({ id, at, byName, text }) => ({ id, at, by: byName, text })),
      consents: listConsents(db, eq(consents.enquiryId, id)),
      messages: db
        .select()
        .from(outboxMessages)
        .where(ofEnquiry.messages)
        .orderBy(asc(outboxMessages.seq))
        .all()
        .map(toEnquiryMessage),
    };
  }

  /** Returns the enquiry after the change. */
  function change(id: string, { answered, ...wanted }: EnquiryChange, by: Actor): Enquiry {
    db.transaction(
      (tx) => {
        const row = requireEnquiry(tx, id);
        const at = now().toISOString();
        refuseAssignee(wanted.assigneeId);
        const isAnswered = wanted.status === 'replied' && row.answeredAt === null;
        // Reading and moving an enquiry does not extend its retention; without consent nothing does.
        const isActivity = wanted.retainForClient !== undefined || (isAnswered && row.withdrawnAt === null);
        tx.update(enquiries)
          .set({
            ...wanted,
            ...(isAnswered && { answeredAt: at }),
            ...(answered === false && !hasReply(row) && { answeredAt: null }),
            ...(isActivity && { lastActivityAt: at }),
          })
          .where(eq(enquiries.id, id))
          .run();
        if (wanted.status && openStatuses.includes(wanted.status)) acceptFromSpam(row, at);
        // The first reading is not an audit entry; a return to `read` is.
        const isFirstReading = wanted.status === 'read' && row.status === 'new';
        if (!isFirstReading) recordAudit(tx, { at, by, action: getAuditAction(wanted), subject: row.reference });
      },
      { behavior: 'immediate' },
    );
    outbox.wake();
    return read(id);
  }

  /**
   * Sends the messages that were withheld while the enquiry was spam, once. The time to reply starts now, because the
   * team could not see the enquiry before.
   */
  function acceptFromSpam(row: EnquiryRow, at: string): void {
    if (row.withdrawnAt !== null || row.spamReasons.length === 0 || hasNotification(row)) return;
    if (row.answeredAt === null)
      db.update(enquiries)
        .set({ dueAt: computeDueAt(queries, at) })
        .where(eq(enquiries.id, row.id))
        .run();
    intake.addMessages(row, at);
    const isWanted = listConsents(db, eq(consents.enquiryId, row.id)).some(
      ({ purpose, requested, withdrawnAt }) => purpose === 'newsletter' && requested && !withdrawnAt,
    );
    if (isWanted) newsletter.requestConfirmation(row.email, at);
  }

  /** Returns whether a reply was sent, or is about to be. */
  function hasReply({ id }: EnquiryRow): boolean {
    const isReply = and(eq(outboxMessages.enquiryId, id), eq(outboxMessages.kind, 'reply'));
    const isSent = and(isReply, inArray(outboxMessages.state, ['pending', 'sent']));
    return db.select({ seq: outboxMessages.seq }).from(outboxMessages).where(isSent).get() !== undefined;
  }

  function hasNotification({ id }: EnquiryRow): boolean {
    const notification = eq(outboxMessages.id, `${id}.notification`);
    return db.select({ seq: outboxMessages.seq }).from(outboxMessages).where(notification).get() !== undefined;
  }

  /** @throws ProblemError 422 for an account that does not exist or is disabled */
  function refuseAssignee(id: EnquiryChange['assigneeId']): void {
    if (!id) return;
    const user = db.select({ status: users.status }).from(users).where(eq(users.id, id)).get();
    if (user && user.status !== 'disabled') return;
    const detail = user ? 'This account is disabled. Choose another assignee.' : 'This user does not exist.';
    throw new ProblemError('validation-failed', { detail, errors: [{ pointer: '/assigneeId', detail }] });
  }

  function addNote(id: string, text: string, by: Actor): Enquiry {
    db.transaction(
      (tx) => {
        const { reference, withdrawnAt } = requireEnquiry(tx, id);
        const at = now().toISOString();
        tx.insert(enquiryNotes).values({ enquiryId: id, at, byId: by.id, byName: by.name, text }).run();
        if (withdrawnAt === null) tx.update(enquiries).set({ lastActivityAt: at }).where(eq(enquiries.id, id)).run();
        recordAudit(tx, { at, by, action: 'enquiry.noted', subject: reference });
      },
      { behavior: 'immediate' },
    );
    return read(id);
  }

  return { read, change, addNote };
}

export type Enquiries = ReturnType<typeof createEnquiries>;

function getAuditAction({ status, assigneeId, retainForClient }: EnquiryChange): string {
  if (status) return `enquiry.${status}`;
  if (assigneeId !== undefined) return assigneeId ? 'enquiry.assigned' : 'enquiry.unassigned';
  return retainForClient ? 'enquiry.retained' : 'enquiry.not-retained';
}

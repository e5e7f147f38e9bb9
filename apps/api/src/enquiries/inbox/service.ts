import type { Enquiry, EnquiryChange } from '@threadline/schema/enquiry';
import { openStatuses } from '@threadline/schema/enquiry-status';
import { asc, eq } from 'drizzle-orm';
import { listConsents } from '../../consents/consents.ts';
import type { ContentQueries } from '../../content/queries.ts';
import type { Deps } from '../../context.ts';
import type { Newsletter } from '../../newsletter/service.ts';
import { type Actor, recordAudit } from '../../platform/audit-log/audit-log.ts';
import { steadyFrom } from '../../platform/clock-guard.ts';
import { users } from '../../platform/db/schema/core.ts';
import { enquiries, enquiryNotes, outboxMessages } from '../../platform/db/schema/enquiries.ts';
import { consents } from '../../platform/db/schema/privacy.ts';
import { ProblemError } from '../../platform/http/problem-error.ts';
import { type Outbox, toEnquiryMessage } from '../../platform/mail/outbox.ts';
import { stripRow } from '../../platform/text/strip-control-characters.ts';
import type { Intake } from '../intake/service.ts';
import { retainedUntil, retentionMonths } from '../retention.ts';
import { readSla } from '../sla/promise.ts';
import { withWaitingReply } from '../sla/reply-outcome.ts';
import { dueAfter } from '../sla/working-hours.ts';
import { requireEnquiry } from './require-enquiry.ts';

type Row = typeof enquiries.$inferSelect;

interface EnquiryParts {
  queries: ContentQueries;
  outbox: Outbox;
  requests: Intake;
  newsletter: Newsletter;
}

/** What the team does with enquiries. Every change is one transaction with its audit row. */
export function createEnquiries({ db, now }: Pick<Deps, 'db' | 'now'>, parts: EnquiryParts) {
  const { queries, outbox, requests, newsletter } = parts;
  function read(id: string): Enquiry {
    const {
      seq: _,
      idempotencyKey: __,
      emailKey: ___,
      network: ____,
      fingerprint: _____,
      lastActivityAt,
      erasureScheduledAt,
      ...row
    } = requireEnquiry(db, id);
    return {
      ...stripRow(row),
      replyPending: withWaitingReply(db, [{ id, answeredAt: row.answeredAt }]).has(id),
      retainedUntil: retainedUntil(
        { lastActivityAt, erasureScheduledAt, withdrawnAt: row.withdrawnAt },
        { months: retentionMonths(queries), now: now(), steadyFrom: steadyFrom(db) },
      ),
      notes: db
        .select()
        .from(enquiryNotes)
        .where(eq(enquiryNotes.enquiryId, id))
        .orderBy(asc(enquiryNotes.id))
        .all()
        .map(({ id, at, byName, text }) => ({ id, at, by: byName, text })),
      consents: listConsents(db, eq(consents.enquiryId, id)),
      messages: db
        .select()
        .from(outboxMessages)
        .where(eq(outboxMessages.enquiryId, id))
        .orderBy(asc(outboxMessages.seq))
        .all()
        .map(toEnquiryMessage),
    };
  }

  /** @returns the enquiry as it is afterwards */
  function change(id: string, wanted: EnquiryChange, by: Actor): Enquiry {
    db.transaction(
      (tx) => {
        const row = requireEnquiry(db, id);
        const at = now().toISOString();
        refuseIdleAssignee(wanted.assigneeId);
        const isSaidByHand = wanted.status === 'replied' && !hasGoneOut(row);
        // Looking at it and moving it are no dealings with the sender; without consent nothing is.
        const isDealing = wanted.retainForClient !== undefined || (isSaidByHand && row.withdrawnAt === null);
        tx.update(enquiries)
          .set({ ...wanted, ...(isSaidByHand && { answeredAt: at }), ...(isDealing && { lastActivityAt: at }) })
          .where(eq(enquiries.id, id))
          .run();
        // To file spam away promises nothing to anybody; only what is to be worked on does.
        if (wanted.status && openStatuses.includes(wanted.status)) welcome(row, at);
        // Reading is not worth a line in the log of changes; setting back to read is.
        const isReading = wanted.status === 'read' && row.status === 'new';
        if (!isReading) recordAudit(tx, { at, by, action: actionOf(wanted), subject: row.reference });
      },
      { behavior: 'immediate' },
    );
    outbox.announce();
    return read(id);
  }

  /** Whether the answer is there already. One that still waits may fail: then what somebody said by hand holds. */
  function hasGoneOut({ id, answeredAt }: Row): boolean {
    return answeredAt !== null && !withWaitingReply(db, [{ id, answeredAt }]).has(id);
  }

  /**
   * What was taken for spam has not been announced to anybody yet, nor was the sender asked about the newsletter. However
   * it came out of the spam folder, that is made up for once.
   */
  function welcome(row: Row, at: string): void {
    if (row.withdrawnAt !== null || row.spamReasons.length === 0 || isAnnounced(row)) return;
    if (row.answeredAt === null) {
      // The promise begins when somebody could first know of it.
      const { promise, office } = readSla(queries);
      const dueAt = dueAfter(at, promise, office);
      db.update(enquiries).set({ dueAt }).where(eq(enquiries.id, row.id)).run();
    }
    requests.announce(row, at);
    const isWanted = listConsents(db, eq(consents.enquiryId, row.id)).some(
      ({ purpose, requested, withdrawnAt }) => purpose === 'newsletter' && requested && !withdrawnAt,
    );
    if (isWanted) newsletter.ask(row.email, at);
  }

  function isAnnounced({ id }: Row): boolean {
    const notification = eq(outboxMessages.id, `${id}.notification`);
    return db.select({ seq: outboxMessages.seq }).from(outboxMessages).where(notification).get() !== undefined;
  }

  /** Nobody is fine; an account that nobody uses is not. */
  function refuseIdleAssignee(id: EnquiryChange['assigneeId']): void {
    if (!id) return;
    const user = db.select({ status: users.status }).from(users).where(eq(users.id, id)).get();
    if (user && user.status !== 'disabled') return;
    const detail = user ? 'This account is disabled: nobody would look after it.' : 'There is no such user.';
    throw new ProblemError('validation-failed', { detail, errors: [{ pointer: '/assigneeId', detail }] });
  }

  return {
    read,
    change,

    note(id: string, text: string, by: Actor): Enquiry {
      db.transaction(
        (tx) => {
          const { reference, withdrawnAt } = requireEnquiry(db, id);
          const at = now().toISOString();
          tx.insert(enquiryNotes).values({ enquiryId: id, at, byId: by.id, byName: by.name, text }).run();
          if (withdrawnAt === null) tx.update(enquiries).set({ lastActivityAt: at }).where(eq(enquiries.id, id)).run();
          recordAudit(tx, { at, by, action: 'enquiry.noted', subject: reference });
        },
        { behavior: 'immediate' },
      );
      return read(id);
    },
  };
}

export type Enquiries = ReturnType<typeof createEnquiries>;

function actionOf({ status, assigneeId, retainForClient }: EnquiryChange): string {
  if (status) return `enquiry.${status}`;
  if (assigneeId !== undefined) return assigneeId ? 'enquiry.assigned' : 'enquiry.unassigned';
  return retainForClient ? 'enquiry.retained' : 'enquiry.not-retained';
}

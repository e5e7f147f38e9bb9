import { formatEnquiryPlace } from '@threadline/schema/content/enquiry-place';
import { toE164 } from '@threadline/schema/primitives/phone';
import { openStatuses } from '@threadline/schema/wire/enquiry-status';
import type { Correction, OwnCorrection, PersonalData } from '@threadline/schema/wire/privacy';
import { and, asc, eq, gte, inArray, isNull, or } from 'drizzle-orm';
import { listConsents, withdrawConsents } from '../consents/consents.ts';
import type { Deps } from '../context.ts';
import { applyReplyState } from '../enquiries/sla.ts';
import { cancelConfirmations } from '../newsletter/service.ts';
import { type Actor, recordAudit } from '../platform/audit-log/audit-log.ts';
import type { Tx } from '../platform/db/client.ts';
import { enquiries, enquiryNotes, outboxMessages, subscribers } from '../platform/db/schema/enquiries.ts';
import { consents, privacyRequests } from '../platform/db/schema/privacy.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { changeRecipient, isToVisitor, type Outbox, toSender } from '../platform/outbox/outbox.ts';
import { listOpen } from './requests.ts';

/** Reads and changes the personal data of an address. */
export function createPersonalData({ db, now }: Pick<Deps, 'db' | 'now'>, outbox: Pick<Outbox, 'wake'>) {
  function find(email: string): PersonalData {
    const emailKey = email.toLowerCase();
    const requests = db
      .select()
      .from(enquiries)
      .where(eq(enquiries.emailKey, emailKey))
      .orderBy(asc(enquiries.seq))
      .all();
    const ids = requests.map(({ id }) => id);
    const notes = db.select().from(enquiryNotes).where(inArray(enquiryNotes.enquiryId, ids)).all();
    const subscriber = db.select().from(subscribers).where(eq(subscribers.emailKey, emailKey)).get();
    return {
      email,
      enquiries: requests.map((row) => ({
        reference: row.reference,
        receivedAt: row.createdAt,
        status: row.status,
        companyName: row.companyName,
        contactName: row.contactName,
        email: row.email,
        phone: row.phone,
        companySize: row.companySize,
        industry: row.industry,
        message: row.message,
        cameFrom: formatEnquiryPlace(row),
        page: row.page,
        retainForClient: row.retainForClient,
        notes: notes.filter(({ enquiryId }) => enquiryId === row.id).map(({ at, text }) => ({ at, text })),
      })),
      consents: listConsents(db, eq(consents.emailKey, emailKey)),
      messages: db
        .select()
        .from(outboxMessages)
        .where(isToVisitor(emailKey))
        .orderBy(asc(outboxMessages.seq))
        .all()
        .map(toMessage),
      newsletter: subscriber
        ? {
            email: subscriber.email,
            createdAt: subscriber.createdAt,
            confirmedAt: subscriber.confirmedAt,
            unsubscribedAt: subscriber.unsubscribedAt,
          }
        : null,
      requests: listOpen(db, email).map(({ kind, note, receivedAt, dueAt }) => ({ kind, note, receivedAt, dueAt })),
    };
  }

  return {
    find,

    /** @throws ProblemError 404 when nothing is stored under the address, 409 when the new one is on the list already */
    correct({ email, newEmail, ...values }: Correction, by: Actor): PersonalData {
      const emailKey = email.toLowerCase();
      const target = newEmail ?? email;
      const phone = values.phone === undefined ? {} : { phoneE164: toE164(values.phone) ?? '' };
      const address = newEmail === undefined ? {} : { email: newEmail, emailKey: newEmail.toLowerCase() };
      db.transaction(
        (tx) => {
          if (!hasPersonalData(find(email)))
            throw new ProblemError('not-found', { detail: 'Nothing is stored under this address.' });
          const changes = { ...values, ...phone, ...address };
          if (Object.keys(changes).length > 0)
            tx.update(enquiries).set(changes).where(eq(enquiries.emailKey, emailKey)).run();
          if (newEmail !== undefined && address.emailKey !== emailKey) {
            moveAddress(tx, { emailKey, newEmail, at: now().toISOString() });
          }
          recordAudit(tx, { at: now().toISOString(), by, action: 'privacy.corrected', subject: 'personal details' });
        },
        { behavior: 'immediate' },
      );
      outbox.wake();
      return find(target);
    },

    /**
     * Corrects one enquiry for the person who sent it; others may concern another company. A company cannot be blank.
     *
     * @throws ProblemError 404 when there is no such enquiry under the address
     */
    correctOwn(email: string, { reference, companyName, ...values }: OwnCorrection): void {
      const phone = values.phone === undefined ? {} : { phoneE164: toE164(values.phone) ?? '' };
      const changes = { ...values, ...phone, ...(companyName?.trim() && { companyName }) };
      db.transaction(
        (tx) => {
          const own = and(eq(enquiries.emailKey, email.toLowerCase()), eq(enquiries.reference, reference));
          if (!tx.select({ id: enquiries.id }).from(enquiries).where(own).get())
            throw new ProblemError('not-found', { detail: 'This address has not sent this enquiry.' });
          if (Object.keys(changes).length === 0) return;
          tx.update(enquiries).set(changes).where(own).run();
          recordAudit(tx, { at: now().toISOString(), by: null, action: 'privacy.corrected', subject: reference });
        },
        { behavior: 'immediate' },
      );
    },

    /** Consent ends for everything; what was done before stays lawful and stays recorded. */
    withdraw(email: string): { isChanged: boolean } {
      const emailKey = email.toLowerCase();
      const at = now().toISOString();
      return db.transaction(
        (tx) => {
          const ended = withdrawConsents(tx, { emailKey, at });
          cancelConfirmations(tx, emailKey);
          const left = tx
            .update(subscribers)
            .set({ unsubscribedAt: at })
            .where(and(eq(subscribers.emailKey, emailKey), isSubscribedOrRequested))
            .run();
          const stopped = closeWithdrawnEnquiries(tx, { emailKey, at });
          const isChanged = ended + left.changes + stopped > 0;
          if (isChanged) recordAudit(tx, { at, by: null, action: 'privacy.withdrawn', subject: 'consent' });
          return { isChanged };
        },
        { behavior: 'immediate' },
      );
    },
  };
}

export type PersonalDataService = ReturnType<typeof createPersonalData>;

/** Leaves out the text of replies that were not sent. */
function toMessage({
  kind,
  createdAt,
  sentAt,
  state,
  payload,
}: typeof outboxMessages.$inferSelect): PersonalData['messages'][number] {
  const { subject = '', text = '' } = payload;
  const message = { kind, createdAt, sentAt };
  return kind === 'reply' && state === 'sent' ? { ...message, subject, text } : message;
}

/** A list of messages alone is no reason to correct anything or to send a link: it may be the message with that link. */
export function hasPersonalData({ enquiries, consents, newsletter, requests }: PersonalData): boolean {
  return enquiries.length + consents.length + requests.length > 0 || newsletter !== null;
}

function moveAddress(tx: Tx, { emailKey, newEmail, at }: { emailKey: string; newEmail: string; at: string }): void {
  const address = { email: newEmail, emailKey: newEmail.toLowerCase() };
  const taken = tx.select().from(subscribers).where(eq(subscribers.emailKey, address.emailKey)).get();
  if (taken)
    throw new ProblemError('conflict', { detail: 'The new address has a subscription of its own. Erase one first.' });
  tx.update(subscribers).set(address).where(eq(subscribers.emailKey, emailKey)).run();
  tx.update(consents).set({ emailKey: address.emailKey }).where(eq(consents.emailKey, emailKey)).run();
  tx.update(privacyRequests).set(address).where(eq(privacyRequests.emailKey, emailKey)).run();
  changeRecipient(tx, { emailKey, newEmail, at });
}

/** Selects subscriptions that unsubscribing still has to end: members, and confirmations requested since. */
const isSubscribedOrRequested = or(
  isNull(subscribers.unsubscribedAt),
  gte(subscribers.confirmationRequestedAt, subscribers.unsubscribedAt),
);

/**
 * Applies a withdrawn consent to the enquiries of an address: pending messages to the sender are dismissed and open
 * enquiries closed. Enquiries that are retained for a client are only marked. Called inside a transaction.
 *
 * @returns how many
 */
function closeWithdrawnEnquiries(tx: Tx, { emailKey, at }: { emailKey: string; at: string }): number {
  const own = and(eq(enquiries.emailKey, emailKey), isNull(enquiries.withdrawnAt));
  const rows = tx.select().from(enquiries).where(own).all();
  for (const { id, retainForClient, reference, lastActivityAt } of rows) {
    if (!retainForClient) closeWithdrawnEnquiry(tx, { id, reference, at });
    tx.update(enquiries).set({ withdrawnAt: at, lastActivityAt }).where(eq(enquiries.id, id)).run();
  }
  return rows.length;
}

/** Does the same for one enquiry, without marking it. Called inside a transaction. */
export function closeWithdrawnEnquiry(
  tx: Tx,
  { id, reference, at }: { id: string; reference: string; at: string },
): void {
  const unsent = and(
    eq(outboxMessages.enquiryId, id),
    inArray(outboxMessages.kind, [...toSender, 'reminder']),
    inArray(outboxMessages.state, ['pending', 'failed', 'written-to-disk']),
  );
  const values = { state: 'dismissed' as const, lastError: 'Consent was withdrawn.' };
  for (const mail of tx.update(outboxMessages).set(values).where(unsent).returning().all())
    applyReplyState(tx, mail, { at });
  const open = and(eq(enquiries.id, id), inArray(enquiries.status, openStatuses));
  const closed = tx.update(enquiries).set({ status: 'closed' }).where(open).run();
  if (closed.changes > 0) recordAudit(tx, { at, by: null, action: 'enquiry.closed', subject: reference });
}

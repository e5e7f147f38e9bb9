import { and, eq, inArray, isNull, lte, or } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Deps } from '../context.ts';
import { enquiries, enquiryNotes, outboxMessages, subscribers } from '../platform/db/schema/enquiries.ts';
import { consents, dataLinks } from '../platform/db/schema/privacy.ts';
import { isToVisitor } from '../platform/mail/outbox.ts';

type Tx = Pick<Deps['db'], 'delete' | 'select'>;

/** Erases enquiries. Called inside a transaction. Returns the ids of their messages. */
export function eraseRequests(tx: Tx, ids: readonly string[]): { mailIds: string[] } {
  const mailIds = tx
    .delete(outboxMessages)
    .where(inArray(outboxMessages.enquiryId, [...ids]))
    .returning({ id: outboxMessages.id })
    .all();
  tx.delete(enquiryNotes)
    .where(inArray(enquiryNotes.enquiryId, [...ids]))
    .run();
  tx.delete(consents)
    .where(inArray(consents.enquiryId, [...ids]))
    .run();
  tx.delete(enquiries)
    .where(inArray(enquiries.id, [...ids]))
    .run();
  return { mailIds: mailIds.map(({ id }) => id) };
}

/** Erases data of an address that belongs to no enquiry. Called inside a transaction. Returns the ids of the messages. */
export function eraseAddress(
  tx: Tx,
  { emailKey, until }: { emailKey: string; until?: string },
): { mailIds: string[]; subscribers: number } {
  const cameBefore = (column: AnySQLiteColumn) => (until === undefined ? undefined : lte(column, until));
  const mailIds = tx
    .delete(outboxMessages)
    .where(and(isToVisitor(emailKey), isNull(outboxMessages.enquiryId), cameBefore(outboxMessages.createdAt)))
    .returning({ id: outboxMessages.id })
    .all();
  tx.delete(consents)
    .where(
      and(
        eq(consents.emailKey, emailKey),
        or(isNull(consents.enquiryId), eq(consents.purpose, 'newsletter')),
        cameBefore(consents.at),
      ),
    )
    .run();
  tx.delete(dataLinks)
    .where(and(eq(dataLinks.emailKey, emailKey), cameBefore(dataLinks.createdAt)))
    .run();
  const left = tx
    .delete(subscribers)
    .where(and(eq(subscribers.emailKey, emailKey), cameBefore(subscribers.createdAt)))
    .run();
  return { mailIds: mailIds.map(({ id }) => id), subscribers: left.changes };
}

/** Erases all data of an address up to a moment, except enquiries that are retained for a client. Called inside a transaction. */
export function erasePersonRows(tx: Tx, emailKey: string, until: string): { mailIds: string[]; kept: number } {
  const rows = tx
    .select({ id: enquiries.id, retainForClient: enquiries.retainForClient })
    .from(enquiries)
    .where(and(eq(enquiries.emailKey, emailKey), lte(enquiries.createdAt, until)))
    .all();
  const gone = rows.filter(({ retainForClient }) => !retainForClient).map(({ id }) => id);
  const mailIds = [...eraseRequests(tx, gone).mailIds, ...eraseAddress(tx, { emailKey, until }).mailIds];
  return { mailIds, kept: rows.length - gone.length };
}

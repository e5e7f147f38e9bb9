import { eq } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { type mails, subscribers } from '../db/enquiry-schema.ts';
import { dataLinks } from '../db/privacy-schema.ts';
import { hasLeftSince } from '../newsletter/has-left.ts';
import { ObsoleteMail } from './obsolete-mail.ts';

type Row = Pick<typeof mails.$inferSelect, 'emailKey' | 'payload'>;

/** @throws ObsoleteMail when the subscriber of the question was erased, or has left since it was asked */
export function refuseEndedQuestion(db: Pick<Db, 'select'>, { payload }: Row): void {
  const own = eq(subscribers.linkId, payload.linkId ?? '');
  const subscriber = db.select().from(subscribers).where(own).get();
  if (!subscriber || hasLeftSince(subscriber)) throw new ObsoleteMail('Its address is not asked any more.');
}

/**
 * A link opens what stands under the address that asked for it: after a correction the message would go to another one.
 *
 * @throws ObsoleteMail when the link is gone, or is that of another address
 */
export function refuseEndedDataLink(db: Pick<Db, 'select'>, { emailKey, payload }: Row): void {
  const own = eq(dataLinks.id, payload.linkId ?? '');
  const link = db.select({ owner: dataLinks.emailKey }).from(dataLinks).where(own).get();
  if (link?.owner !== emailKey) throw new ObsoleteMail('Its link is over.');
}

import { getNoticeId, listEnquiryNotice, listNewsletterNotice } from '@threadline/schema/content/notice';
import { cta } from '@threadline/schema/content/sections/cta';
import { footer } from '@threadline/schema/content/sections/footer';
import { mail } from '@threadline/schema/content/sections/mail';
import type { Enquiry } from '@threadline/schema/wire/enquiry';
import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { ContentQueries } from '../content/queries.ts';
import type { Db } from '../platform/db/client.ts';
import { consents, notices } from '../platform/db/schema/privacy.ts';

type Form = (typeof notices.$inferSelect)['form'];

/**
 * Stores the text of a notice with the first consent that was given in view of it, as proof of what people consented to.
 *
 * @returns a function that returns the id under which the notice is stored. It returns null for an id that is neither that
 *   of the live notice nor of one that is stored already, because anyone can send any id. Call it inside a transaction.
 */
export function createNoticeRecorder(db: Db, queries: ContentQueries) {
  const stored = db
    .select({ id: notices.id })
    .from(notices)
    .where(and(eq(notices.id, sql.placeholder('id')), eq(notices.form, sql.placeholder('form'))))
    .prepare();

  return ({ form, id, at }: { form: Form; id: string; at: string }): string | null => {
    if (stored.get({ id, form })) return id;
    const sentences = readNotice(queries, form);
    if (getNoticeId(sentences) !== id) return null;
    const version = sql<number>`(select coalesce(max(version), 0) + 1 from notices where form = ${form})`;
    db.insert(notices).values({ id, version, form, sentences, firstSeenAt: at }).run();
    return id;
  };
}

/** Returns the sentences of the live notice; none if the content does not fit its schema. */
function readNotice(queries: ContentQueries, form: Form): string[] {
  if (form === 'newsletter') {
    const newsletter = footer.singles.newsletter.safeParse(queries.effectiveValue('footer', 'newsletter')).data;
    return newsletter ? listNewsletterNotice(newsletter) : [];
  }
  const dialog = cta.singles.dialog.safeParse(queries.effectiveValue('cta', 'dialog')).data;
  const retention = mail.singles.retention.safeParse(queries.effectiveValue('mail', 'retention')).data;
  return dialog ? listEnquiryNotice(dialog, retention?.months ?? 0) : [];
}

/** Returns consents, oldest first, each with the version number and the first sentence of the notice that was shown. */
export function listConsents(db: Db, which: SQL): Enquiry['consents'] {
  const shown = new Map(
    db
      .select()
      .from(notices)
      .all()
      .map((notice) => [notice.id, notice]),
  );
  return db
    .select()
    .from(consents)
    .where(which)
    .orderBy(asc(consents.id))
    .all()
    .map(({ purpose, given, requested, at, confirmedAt, noticeId, withdrawnAt }) => ({
      purpose,
      given,
      requested,
      at,
      confirmedAt,
      noticeVersion: shown.get(noticeId ?? '')?.version ?? null,
      noticeText: shown.get(noticeId ?? '')?.sentences[0] ?? null,
      withdrawnAt,
    }));
}

type Purpose = typeof consents.$inferSelect.purpose;

/**
 * Marks the consents of an address as withdrawn, for one purpose or for all. Called inside a transaction.
 *
 * @returns the number of consents that changed
 */
export function withdrawConsents(
  tx: Pick<Db, 'update'>,
  { emailKey, purpose, at }: { emailKey: string; purpose?: Purpose; at: string },
): number {
  return tx
    .update(consents)
    .set({ withdrawnAt: at })
    .where(
      and(
        eq(consents.emailKey, emailKey),
        purpose && eq(consents.purpose, purpose),
        or(eq(consents.given, true), eq(consents.requested, true)),
        isNull(consents.withdrawnAt),
      ),
    )
    .run().changes;
}

/** Marks the newsletter consents of an address as given, after its owner has confirmed. Called inside a transaction. */
export function confirmConsents(tx: Pick<Db, 'update'>, { emailKey, at }: { emailKey: string; at: string }): void {
  tx.update(consents)
    .set({ given: true, confirmedAt: at })
    .where(
      and(
        eq(consents.emailKey, emailKey),
        eq(consents.requested, true),
        eq(consents.given, false),
        isNull(consents.withdrawnAt),
      ),
    )
    .run();
}

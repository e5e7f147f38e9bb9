import { enquiryNotice, getNoticeId, newsletterNotice } from '@threadline/schema/notice';
import { cta } from '@threadline/schema/sections/cta';
import { footer } from '@threadline/schema/sections/footer';
import { mail } from '@threadline/schema/sections/mail';
import { eq, sql } from 'drizzle-orm';
import type { ContentQueries } from '../content/queries.ts';
import type { Db } from '../platform/db/client.ts';
import { notices } from '../platform/db/schema/privacy.ts';

type Form = (typeof notices.$inferSelect)['form'];

/**
 * The wordings of the notices beside the forms, as proof of what people consented to. Each wording is stored when it is
 * saved, so that a page from a cache still points at the text that it shows.
 */
export function createNotices(db: Db, queries: ContentQueries) {
  /** Returns the sentences of a notice as the content has them now; none if the content does not fit its schema. */
  function readSentences(form: Form): string[] {
    if (form === 'newsletter') {
      const newsletter = footer.singles.newsletter.safeParse(queries.effectiveValue('footer', 'newsletter')).data;
      return newsletter ? newsletterNotice(newsletter) : [];
    }
    const dialog = cta.singles.dialog.safeParse(queries.effectiveValue('cta', 'dialog')).data;
    const retention = mail.singles.retention.safeParse(queries.effectiveValue('mail', 'retention')).data;
    return dialog ? enquiryNotice(dialog, retention?.months ?? 0) : [];
  }

  function has(id: string): boolean {
    return db.select({ id: notices.id }).from(notices).where(eq(notices.id, id)).get() !== undefined;
  }

  /** Stores the present wordings that are new. Runs in the transaction that saves content, or by itself. */
  function storeCurrent(at: string): void {
    for (const form of ['enquiry', 'newsletter'] as const) {
      const sentences = readSentences(form);
      const id = getNoticeId(sentences);
      if (sentences.length === 0 || has(id)) continue;
      const version = sql<number>`(select coalesce(max(version), 0) + 1 from notices where form = ${form})`;
      db.insert(notices).values({ id, version, form, sentences, firstSeenAt: at }).run();
    }
  }

  /** Returns the id if the site has shown a notice of this name, else null: anybody can send any name. */
  function find(id: string): string | null {
    return id !== '' && has(id) ? id : null;
  }

  return { storeCurrent, find };
}

export type Notices = ReturnType<typeof createNotices>;

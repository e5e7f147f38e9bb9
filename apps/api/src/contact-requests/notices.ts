import { enquiryNotice, newsletterNotice, noticeIdOf } from '@threadline/schema/notice';
import { cta } from '@threadline/schema/sections/cta';
import { footer } from '@threadline/schema/sections/footer';
import { mail } from '@threadline/schema/sections/mail';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { notices } from '../db/privacy-schema.ts';
import { contentHistory } from '../db/schema.ts';

type Tx = Pick<Db, 'select' | 'insert'>;
type Form = (typeof notices.$inferSelect)['form'];

const sources = {
  enquiry: {
    section: 'cta',
    key: 'dialog',
    read: (value: unknown, months: number) =>
      sentencesOr(cta.singles.dialog.safeParse(value).data, (dialog) => enquiryNotice(dialog, months)),
  },
  newsletter: {
    section: 'footer',
    key: 'newsletter',
    read: (value: unknown) => sentencesOr(footer.singles.newsletter.safeParse(value).data, newsletterNotice),
  },
} as const;

function sentencesOr<Value>(value: Value | undefined, read: (value: Value) => string[]): string[] | undefined {
  return value && read(value);
}

/**
 * Keeps the wording of a notice at its first use. The page names it by its words, so that a page from yesterday's cache
 * is a receipt for yesterday's words.
 *
 * @returns the id, or null when the site has never shown such a notice
 */
export function rememberNotice(tx: Tx, shown: { form: Form; id: string; at: string }): string | null {
  const { form, id, at } = shown;
  if (id === '') return null;
  if (tx.select({ id: notices.id }).from(notices).where(eq(notices.id, id)).get()) return id;
  const sentences = findWording(tx, form, id);
  if (!sentences) return null;
  const newest = tx
    .select({ version: sql<number>`coalesce(max(${notices.version}), 0)` })
    .from(notices)
    .where(eq(notices.form, form))
    .get();
  tx.insert(notices)
    .values({ id, version: (newest?.version ?? 0) + 1, form, sentences, firstSeenAt: at })
    .run();
  return id;
}

/** Looks through every version of the text, newest first, with every time that it may have named: the history keeps them all. */
function findWording(tx: Tx, form: Form, id: string): string[] | undefined {
  const { section, key, read } = sources[form];
  const months = versionsOf(tx, 'mail', 'retention').map(
    (value) => mail.singles.retention.safeParse(value).data?.months,
  );
  const times = [...new Set(months)].filter((value) => value !== undefined);
  for (const value of versionsOf(tx, section, key)) {
    for (const time of times.length > 0 ? times : [0]) {
      const sentences = read(value, time);
      if (sentences && noticeIdOf(sentences) === id) return sentences;
    }
  }
  return undefined;
}

/** Newest first. */
function versionsOf(tx: Tx, section: string, key: string): unknown[] {
  return tx
    .select({ value: contentHistory.value })
    .from(contentHistory)
    .where(and(eq(contentHistory.section, section), eq(contentHistory.key, key)))
    .orderBy(desc(contentHistory.revision))
    .limit(200)
    .all()
    .map(({ value }) => value);
}

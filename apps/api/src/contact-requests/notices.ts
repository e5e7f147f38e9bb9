import { enquiryNotice, newsletterNotice, noticeIdOf } from '@threadline/schema/notice';
import { cta } from '@threadline/schema/sections/cta';
import { footer } from '@threadline/schema/sections/footer';
import { mail } from '@threadline/schema/sections/mail';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { notices } from '../db/privacy-schema.ts';
import { contentHistory } from '../db/schema.ts';

type Form = (typeof notices.$inferSelect)['form'];

/** So many versions of each text are looked through, the newest. */
const mostVersions = 200;

const retention = { section: 'mail', key: 'retention' };

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
 * Anybody can send a name that no notice has ever had, again and again. All that the history knows is therefore computed
 * once per change of those texts: a name costs two looks into an index, whether there is such a notice or not.
 *
 * @returns a function for inside a transaction: the id, or null when the site has never shown such a notice
 */
export function createNotices(db: Db, form: Form): (shown: { id: string; at: string }) => string | null {
  let known = { revision: -1, wordings: new Map<string, () => string[]>() };

  function wordings(): Map<string, () => string[]> {
    const revision = newestChange(db, form);
    if (known.revision !== revision) known = { revision, wordings: readWordings(db, form) };
    return known.wordings;
  }

  return ({ id, at }) => {
    if (id === '') return null;
    if (db.select({ id: notices.id }).from(notices).where(eq(notices.id, id)).get()) return id;
    const sentences = wordings().get(id)?.();
    if (!sentences) return null;
    const newest = db
      .select({ version: sql<number>`coalesce(max(${notices.version}), 0)` })
      .from(notices)
      .where(eq(notices.form, form))
      .get();
    db.insert(notices)
      .values({ id, version: (newest?.version ?? 0) + 1, form, sentences, firstSeenAt: at })
      .run();
    return id;
  };
}

/** The revision in which one of the texts of the notice was last changed. */
function newestChange(db: Db, form: Form): number {
  const { section, key } = sources[form];
  const changes = [{ section, key }, retention].map((item) => {
    const isItem = and(eq(contentHistory.section, item.section), eq(contentHistory.key, item.key));
    return db
      .select({ revision: sql<number | null>`max(${contentHistory.revision})` })
      .from(contentHistory)
      .where(isItem)
      .get();
  });
  return Math.max(...changes.map((change) => change?.revision ?? 0));
}

/** Every version of the text, with every time that it may have named: the history keeps them all. By the id, in few words. */
function readWordings(db: Db, form: Form): Map<string, () => string[]> {
  const { section, key, read } = sources[form];
  const months = versionsOf(db, retention).map((value) => mail.singles.retention.safeParse(value).data?.months);
  const times = [...new Set(months)].filter((value) => value !== undefined);
  const found = new Map<string, () => string[]>();
  for (const value of versionsOf(db, { section, key })) {
    for (const time of times.length > 0 ? times : [0]) {
      const sentences = read(value, time);
      if (sentences) found.set(noticeIdOf(sentences), () => read(value, time) ?? []);
    }
  }
  return found;
}

/** Newest first. */
function versionsOf(db: Db, { section, key }: { section: string; key: string }): unknown[] {
  return db
    .select({ value: contentHistory.value })
    .from(contentHistory)
    .where(and(eq(contentHistory.section, section), eq(contentHistory.key, key)))
    .orderBy(desc(contentHistory.revision))
    .limit(mostVersions)
    .all()
    .map(({ value }) => value);
}

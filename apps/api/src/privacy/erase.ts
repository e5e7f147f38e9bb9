import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { type Actor, recordAudit } from '../audit/service.ts';
import type { Config } from '../config.ts';
import type { ContentQueries } from '../content/queries.ts';
import { contactRequests, enquiryNotes, mails, subscribers } from '../db/enquiry-schema.ts';
import { consents, dataLinks, erasures } from '../db/privacy-schema.ts';
import type { Deps } from '../deps.ts';
import { retentionMonths } from '../enquiries/service.ts';

const dayMs = 86_400_000;
/** So many at once, that visitors are served in between. */
const batch = 200;
const testDays = 7;
const unconfirmedDays = 30;
const networkDays = 30;

interface Erased {
  enquiries: number;
  mails: number;
  subscribers: number;
}

/** Deletes personal details for good: rows, search index, messages, and the files of messages. Leaves a proof. */
export function createEraser(
  deps: Pick<Deps, 'db' | 'now'> & { config: Pick<Config, 'dataDir'> },
  queries: ContentQueries,
) {
  const { config, db, now } = deps;
  const before = (days: number) => new Date(now().getTime() - days * dayMs).toISOString();

  /** Inside a transaction. @returns how many rows, and the names of the messages */
  function eraseRequests(ids: readonly string[], emailKey?: string): { mailIds: string[] } {
    const ofThem = or(inArray(mails.requestId, [...ids]), emailKey ? eq(mails.emailKey, emailKey) : undefined);
    const mailIds = db.select({ id: mails.id }).from(mails).where(ofThem).all();
    db.delete(mails).where(ofThem).run();
    db.delete(enquiryNotes)
      .where(inArray(enquiryNotes.requestId, [...ids]))
      .run();
    db.delete(consents)
      .where(or(inArray(consents.requestId, [...ids]), emailKey ? eq(consents.emailKey, emailKey) : undefined))
      .run();
    db.delete(contactRequests)
      .where(inArray(contactRequests.id, [...ids]))
      .run();
    return { mailIds: mailIds.map(({ id }) => id) };
  }

  /** What was overwritten must not live on in the log of the database. */
  function forget(mailIds: readonly string[]): void {
    const folder = join(config.dataDir, 'mail');
    if (mailIds.length > 0 && existsSync(folder)) {
      for (const file of readdirSync(folder)) {
        if (mailIds.some((id) => file.includes(id))) rmSync(join(folder, file), { force: true });
      }
    }
    db.$client.pragma('wal_checkpoint(TRUNCATE)');
  }

  return {
    /** Everything under one address, but for what is kept as a client's file. */
    erasePerson(email: string, reason: 'request' | 'admin', by: Actor | null): Erased & { kept: number } {
      const emailKey = email.toLowerCase();
      const { erased, mailIds } = db.transaction(
        (tx) => {
          const rows = tx.select().from(contactRequests).where(eq(contactRequests.emailKey, emailKey)).all();
          const gone = rows.filter(({ isKept }) => !isKept);
          const kept = rows.length - gone.length;
          const ids = gone.map(({ id }) => id);
          const { mailIds } = eraseRequests(ids, kept > 0 ? undefined : emailKey);
          const left = tx.delete(subscribers).where(eq(subscribers.emailKey, emailKey)).run();
          tx.delete(dataLinks).where(eq(dataLinks.emailKey, emailKey)).run();
          const counts = { enquiries: ids.length, mails: mailIds.length, subscribers: left.changes };
          const at = now().toISOString();
          if (counts.enquiries + counts.mails + counts.subscribers > 0) {
            const emailHash = createHash('sha256').update(emailKey).digest('hex');
            tx.insert(erasures)
              .values({ at, reason, byName: by?.name ?? null, emailHash, ...counts })
              .run();
            recordAudit(tx, { at, by, action: 'privacy.erased', subject: `${counts.enquiries} enquiries` });
          }
          return { erased: { ...counts, kept }, mailIds };
        },
        { behavior: 'immediate' },
      );
      forget(mailIds);
      return erased;
    },

    /** One round of what is due: at most `batch` enquiries. @returns whether there may be more */
    sweep(): boolean {
      const until = new Date(now());
      until.setUTCMonth(until.getUTCMonth() - retentionMonths(queries));
      const { mailIds, isFull } = db.transaction(
        (tx) => {
          const due = tx
            .select({ id: contactRequests.id, isTest: contactRequests.isTest })
            .from(contactRequests)
            .where(
              and(
                eq(contactRequests.isKept, false),
                or(
                  lt(contactRequests.touchedAt, until.toISOString()),
                  and(eq(contactRequests.isTest, true), lt(contactRequests.touchedAt, before(testDays))),
                ),
              ),
            )
            .limit(batch)
            .all();
          const { mailIds } = eraseRequests(due.map(({ id }) => id));
          const strangers = eraseStrangers(tx, before(unconfirmedDays));
          mailIds.push(...strangers.mailIds);
          tx.delete(dataLinks).where(lt(dataLinks.expiresAt, now().toISOString())).run();
          forgetNetworks(tx);
          const enquiries = due.filter(({ isTest }) => !isTest).length;
          if (enquiries + strangers.count > 0) {
            const counts = { enquiries, mails: mailIds.length, subscribers: strangers.count };
            tx.insert(erasures)
              .values({ at: now().toISOString(), reason: 'retention', byName: null, emailHash: null, ...counts })
              .run();
          }
          return { mailIds, isFull: due.length === batch };
        },
        { behavior: 'immediate' },
      );
      if (mailIds.length > 0) forget(mailIds);
      return isFull;
    },
  };

  /** The digests of networks are for counting the tries of a month. */
  function forgetNetworks(tx: Pick<Deps['db'], 'update'>): void {
    tx.update(contactRequests)
      .set({ network: '' })
      .where(sql`${contactRequests.network} > '' and ${contactRequests.createdAt} < ${before(networkDays)}`)
      .run();
    tx.update(consents)
      .set({ network: '' })
      .where(sql`${consents.network} <> '' and ${consents.at} < ${before(networkDays)}`)
      .run();
  }
}

export type Eraser = ReturnType<typeof createEraser>;

type Tx = Pick<Deps['db'], 'delete'>;

/** Newsletter addresses that nobody has confirmed, and messages that belong to no enquiry: nothing else takes them away. */
function eraseStrangers(tx: Tx, until: string): { count: number; mailIds: string[] } {
  const strangers = tx
    .delete(subscribers)
    .where(and(isNull(subscribers.confirmedAt), lt(subscribers.askedAt, until)))
    .returning({ emailKey: subscribers.emailKey })
    .all()
    .map(({ emailKey }) => emailKey);
  tx.delete(consents)
    .where(and(isNull(consents.requestId), inArray(consents.emailKey, strangers)))
    .run();
  const gone = tx
    .delete(mails)
    .where(and(isNull(mails.requestId), lt(mails.createdAt, until)))
    .returning({ id: mails.id })
    .all();
  return { count: strangers.length, mailIds: gone.map(({ id }) => id) };
}

import type { Enquiry } from '@threadline/schema/enquiry';
import { asc, type SQL } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { consents, notices } from '../db/privacy-schema.ts';

/** What somebody agreed to or not, in its order, each with the number of the notice that was shown. */
export function readReceipts(db: Db, which: SQL): Enquiry['consents'] {
  const versions = new Map(
    db
      .select()
      .from(notices)
      .all()
      .map(({ id, version }) => [id, version]),
  );
  return db
    .select()
    .from(consents)
    .where(which)
    .orderBy(asc(consents.id))
    .all()
    .map(({ purpose, given, asked, at, confirmedAt, noticeId, withdrawnAt }) => ({
      purpose,
      given,
      asked,
      at,
      confirmedAt,
      noticeVersion: versions.get(noticeId ?? '') ?? null,
      withdrawnAt,
    }));
}

import { count, eq } from 'drizzle-orm';
import { recordAudit } from '../../audit/service.ts';
import { counted } from '../../counted.ts';
import type { Db, Tx } from '../../db/client.ts';
import { mails } from '../../db/enquiry-schema.ts';
import type { ErasureRow } from '../erased-since.ts';
import { isCorrectedSince, keepDetails } from './kept-details.ts';
import { countOnlyIn, keepEnquiries } from './kept-enquiries.ts';
import { keepNewsletter } from './kept-newsletter.ts';
import { keepMessages, keepNotes } from './kept-progress.ts';
import { keepReceipts } from './kept-receipts.ts';
import { keepRequests } from './kept-requests.ts';
import {
  beginningOf,
  type endOf,
  isLaterThan,
  type Replaced,
  readReplaced,
  whyNotOfOneSite,
} from './replaced-database.ts';

interface KeepInput {
  /** When the backup was made. */
  since: string;
  /** Of its log, before the restore wrote to it. */
  end: ReturnType<typeof endOf>;
  at: string;
  /** See `erasedSince`. */
  gone: readonly ErasureRow[];
}

/** What came over, in words; none says who. */
export interface KeptSince {
  wishes: string[];
  /** How many enquiries that the backup has the team has worked on since. */
  worked: number;
  /** How many messages go out as soon as the server runs. */
  waiting: number;
  /** References of enquiries that came after the backup. */
  enquiries: string[];
}

/** Nothing came over. */
export interface NotKept {
  /** The end of a sentence. */
  why: string;
  /** How many enquiries only the replaced database has; undefined when that cannot be told. */
  enquiries: number | undefined;
}

/**
 * A backup is older than the last word of the people it holds: whoever has withdrawn consent, left the newsletter or had an
 * address corrected since then must not find it undone. All of it comes over, or nothing.
 *
 * @param file the replaced database, see `inTodaysSchema`
 * @throws Error when the disk is full; whatever else is wrong with the replaced database is no reason not to restore
 */
export function keepSince(db: Db, file: string, input: KeepInput): KeptSince | NotKept {
  const kept = readReplaced(file, (replaced) => {
    const otherSite = whyNotOfOneSite(beginningOf(replaced), beginningOf(db));
    return otherSite ?? db.transaction((tx) => keepAll(tx, replaced, input), { behavior: 'immediate' });
  });
  return typeof kept === 'string' ? { why: kept, enquiries: countOnlyIn(file, db) } : kept;
}

function keepAll(tx: Tx, replaced: Replaced, { since, end, at, gone }: KeepInput): KeptSince {
  const isCorrected = isCorrectedSince(replaced, since);
  const isLater = isLaterThan(replaced, { end, since });
  const { withdrawn, corrected, moved } = keepDetails(tx, replaced, { at, isCorrected, isLater });
  const receipts = keepReceipts(tx, replaced, isCorrected);
  const { joined, left } = keepNewsletter(tx, replaced, { isCorrected, gone });
  const requests = keepRequests(tx, replaced);
  const wishes = [
    ...counted(withdrawn, 'enquiry whose sender withdrew consent', 'enquiries whose senders withdrew consent'),
    ...counted(receipts, 'receipt of consent that was withdrawn', 'receipts of consent that was withdrawn'),
    ...counted(left, 'leaving of the newsletter', 'leavings of the newsletter'),
    ...counted(joined, 'sign-up for the newsletter', 'sign-ups for the newsletter'),
    ...counted(corrected, 'corrected enquiry', 'corrected enquiries'),
    ...counted(requests, 'request about personal details', 'requests about personal details'),
  ];
  const worked = new Set([...moved, ...keepNotes(tx, replaced), ...keepMessages(tx, replaced, { isLater })]).size;
  const enquiries = keepEnquiries(tx, replaced);
  const entries = {
    'backup.wishes-kept': wishes,
    'backup.work-kept': counted(worked, 'enquiry', 'enquiries'),
    'backup.enquiries-kept': counted(enquiries.length, 'enquiry', 'enquiries'),
  };
  for (const [action, words] of Object.entries(entries))
    if (words.length > 0) recordAudit(tx, { at, by: null, action, subject: words.join(', ') });
  return { wishes, worked, enquiries, waiting: countWaiting(tx) };
}

function countWaiting(tx: Tx): number {
  const rows = tx.select({ total: count() }).from(mails).where(eq(mails.state, 'pending')).get();
  return rows?.total ?? 0;
}

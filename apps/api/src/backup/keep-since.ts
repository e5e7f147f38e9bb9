import { recordAudit } from '../audit/service.ts';
import type { Db } from '../db/client.ts';
import type { ErasureRow } from './erased-since.ts';
import { isCorrectedSince, keepDetails } from './kept-details.ts';
import { keepNewsletter } from './kept-newsletter.ts';
import { keepReceipts } from './kept-receipts.ts';
import { keepRequests } from './kept-requests.ts';
import { beginningOf, type Replaced, readReplaced } from './replaced-database.ts';

type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

interface KeepInput {
  /** When the backup was made. */
  since: string;
  at: string;
  /** See `erasedSince`. */
  gone: readonly ErasureRow[];
}

/** What came over, in words; none says who. */
export interface KeptSince {
  wishes: string[];
}

/**
 * A backup is older than the last word of the people it holds: whoever has withdrawn consent, left the newsletter or had an
 * address corrected since then must not find it undone. All of it comes over, or nothing.
 *
 * @param file the replaced database, see `inTodaysSchema`
 * @returns a sentence's end instead, if nothing could be brought over
 */
export function keepSince(db: Db, file: string, input: KeepInput): KeptSince | string {
  return readReplaced(file, (replaced) => {
    if (JSON.stringify(beginningOf(replaced)) !== JSON.stringify(beginningOf(db)))
      return 'the replaced database is of another site';
    return db.transaction((tx) => keepAll(tx, replaced, input), { behavior: 'immediate' });
  });
}

function keepAll(tx: Tx, replaced: Replaced, { since, at, gone }: KeepInput): KeptSince {
  const isCorrected = isCorrectedSince(replaced, since);
  const { withdrawn, corrected } = keepDetails(tx, replaced, { at, isCorrected });
  const receipts = keepReceipts(tx, replaced, isCorrected);
  const { joined, left } = keepNewsletter(tx, replaced, { isCorrected, gone });
  const requests = keepRequests(tx, replaced);
  const wishes = [
    counted(withdrawn, 'enquiry whose sender withdrew consent', 'enquiries whose senders withdrew consent'),
    counted(receipts, 'receipt of consent that was withdrawn', 'receipts of consent that was withdrawn'),
    counted(left, 'leaving of the newsletter', 'leavings of the newsletter'),
    counted(joined, 'sign-up for the newsletter', 'sign-ups for the newsletter'),
    counted(corrected, 'corrected enquiry', 'corrected enquiries'),
    counted(requests, 'request about personal details', 'requests about personal details'),
  ].flat();
  if (wishes.length > 0) recordAudit(tx, { at, by: null, action: 'backup.wishes-kept', subject: wishes.join(', ') });
  return { wishes };
}

function counted(rows: number, one: string, several: string): string[] {
  return rows === 0 ? [] : [`${rows} ${rows === 1 ? one : several}`];
}

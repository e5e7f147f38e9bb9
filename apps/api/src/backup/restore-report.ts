import { counted } from '../counted.ts';
import type { KeptSince, NotKept } from './kept/keep-since.ts';
import { copiesDays } from './old-copies.ts';

type Say = (line: string) => void;

const dayMs = 86_400_000;
/** So many references are read by somebody; all of them are in the inbox. */
const shownReferences = 50;

/** @param kept see `keepAccounts` */
export function sayWhoIsIn(kept: string[] | string, say: Say): void {
  if (typeof kept === 'string')
    say(
      `Accounts, roles and passwords are those of the backup, since ${kept}: shut out again whom you have shut out since.`,
    );
  else if (kept.length > 0)
    say(`Accounts stay as they were before this restore. Not as in the backup: ${kept.join(', ')}.`);
}

/** @param isKnown see `eraseAgain` */
export function sayWhoMayBeBack({ isRead, isKnown }: { isRead: boolean; isKnown: boolean }, say: Say): void {
  if (isRead && isKnown) return;
  const why = isRead ? 'key of some proofs of erasure is lost' : 'replaced database cannot be read';
  say(`The ${why}: erase again whom you have erased since the backup.`);
}

/** What came over from the replaced database, or why nothing did. */
export function sayWhatIsKept(since: KeptSince | NotKept, say: Say): void {
  if ('why' in since) {
    say(
      `Consents, the newsletter, corrected addresses, requests about personal details and the state of enquiries are those of the backup, since ${since.why}: withdraw, take out and correct again what was since the backup.`,
    );
    return;
  }
  if (since.wishes.length > 0) say(`What people have decided since the backup stays so: ${since.wishes.join(', ')}.`);
  if (since.worked > 0)
    say(
      `What the team has done since the backup about ${since.worked} of its enquiries is brought over: state, notes, replies.`,
    );
  for (const messages of counted(since.waiting, 'message', 'messages'))
    say(`What still waits goes out when the server starts: ${messages}. Replies are among them if any were written.`);
  const { length } = since.enquiries;
  if (length === 0) return;
  const more = length > shownReferences ? ` and ${length - shownReferences} more` : '';
  say(
    `${length} ${length === 1 ? 'enquiry that came after the backup is' : 'enquiries that came after the backup are'} brought over: ${since.enquiries.slice(0, shownReferences).join(', ')}${more}.`,
  );
}

/** What did not come over, and for how long it can still be read. */
export function sayWhatIsLeft(
  since: KeptSince | NotKept,
  { replaced, now }: { replaced: string; now: Date },
  say: Say,
): void {
  if (!('why' in since) || since.enquiries === 0) return;
  const number = since.enquiries === undefined ? 'How many is not known' : `There are ${since.enquiries}`;
  const until = new Date(now.getTime() + copiesDays * dayMs).toISOString().slice(0, 10);
  say(
    `Enquiries that only the replaced database has are not brought over, since ${since.why}. ${number}. It is kept in ${replaced} until ${until}: copy it to another place before that.`,
  );
}

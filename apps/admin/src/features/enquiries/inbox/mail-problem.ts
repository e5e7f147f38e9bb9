import type { MailHealth } from '@threadline/schema/enquiry';
import { momentOf } from '../../../format/time.ts';

const patienceMs = 10 * 60_000;

/** What everybody should know of the mail, in sentences; undefined while it goes. */
export function mailTrouble({ mode, problem, pendingSince }: MailHealth, now: number): string | undefined {
  if (mode === 'files') return 'This site sends no mail yet: messages are only written to files, nobody receives them.';
  if (pendingSince === null || now - Date.parse(pendingSince) <= patienceMs) return undefined;
  const reason = problem ? ` The mail server does not take messages: ${problem.replace(/\.?$/, '.')}` : '';
  return `Mail has been waiting since ${momentOf(pendingSince)}.${reason} It goes out by itself once it can.`;
}

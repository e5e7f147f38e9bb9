import { openStatuses } from '@threadline/schema/enquiry-status';
import type { contactRequests } from '../db/enquiry-schema.ts';

type Request = typeof contactRequests.$inferSelect;

/** What a message says is over: nobody is to be told any more, and nothing has failed. */
export class ObsoleteMail extends Error {}

/** Of an enquiry: it is open, and nobody has written. A reply that is written may still wait to be sent. */
export function awaitsAnswer({ status, answeredAt }: Pick<Request, 'status' | 'answeredAt'>): boolean {
  return openStatuses.includes(status) && !answeredAt;
}

export const noAnswerAwaited = 'No answer is waited for any more.';

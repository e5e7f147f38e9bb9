import { Link } from '@tanstack/react-router';
import type { MailHealth } from '@threadline/schema/wire/enquiry';
import { useEnquiryCounts } from '../../../api/enquiry-counts.ts';
import { formatDateTime } from '../../../format/time.ts';
import { Alert } from '../../../ui/alert.tsx';
import { useNow } from '../../../ui/use-now.ts';

const maxPendingMs = 10 * 60_000;

/**
 * Says when a message of the outbox is sent, in every place that mentions it. While email is not set up, a message is only
 * written to a file: a user sends it later, because it may have become outdated.
 */
export function describeSending(mode: MailHealth['mode'], count: 'one' | 'many' = 'many'): string {
  if (mode === 'smtp') return `${count === 'one' ? 'It is' : 'They are'} sent automatically once email works.`;
  return count === 'one'
    ? 'Once email is set up, you choose whether to send it.'
    : 'Once email is set up, new messages are sent automatically, and you choose whether to send the waiting ones.';
}

/** Returns why mail does not reach its recipients; undefined while it does. */
export function describeMailError({ mode, problem, pendingSince }: MailHealth, now: number): string | undefined {
  if (mode === 'files') return `Email is not set up: messages wait in the outbox. ${describeSending(mode)}`;
  const isLate = pendingSince !== null && now - Date.parse(pendingSince) > maxPendingMs;
  const wait = isLate
    ? ` Messages have been waiting since ${formatDateTime(pendingSince)}. ${describeSending(mode)}`
    : '';
  if (problem) return `Email does not work: the last attempt failed. ${problem}${wait}`;
  return wait.trim() || undefined;
}

/** Says on the inbox that mail is not delivered; the dashboard lists it as a task. */
export function MailNotice() {
  const now = useNow();
  const { data: counts } = useEnquiryCounts();
  const error = counts && describeMailError(counts.mail, now);
  if (!error) return null;
  return (
    <Alert tone={counts.mail.mode === 'files' ? 'warning' : 'danger'} role="status">
      {error}{' '}
      <Link to="/enquiries" search={{ view: 'mail' }}>
        Show the outbox
      </Link>
    </Alert>
  );
}

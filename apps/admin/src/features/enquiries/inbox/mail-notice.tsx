import { Link } from '@tanstack/react-router';
import type { MailHealth } from '@threadline/schema/wire/enquiry';
import { formatTimestamp } from '../../../format/time.ts';
import { Alert } from '../../../ui/alert.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { useEnquiryCounts } from './enquiries-query.ts';

const maxPendingMs = 10 * 60_000;

/** Returns why mail does not reach its recipients; undefined while it does. */
export function describeMailError({ mode, problem, pendingSince }: MailHealth, now: number): string | undefined {
  if (mode === 'files') return 'Email is not set up: messages are kept in the outbox and not sent.';
  if (pendingSince === null || now - Date.parse(pendingSince) <= maxPendingMs) return undefined;
  const reason = problem ? ` The mail server refuses messages: ${problem.replace(/\.?$/, '.')}` : '';
  return `Messages have been pending since ${formatTimestamp(pendingSince)}.${reason} They are retried automatically.`;
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

import { maxCounted } from '@threadline/schema/enquiry-status';
import { useEnquiryCounts } from '../features/enquiries/inbox/enquiries-query.ts';

/** How many enquiries wait for an answer, and whether one is late or nearly so: in colour, and in words for who sees none. */
export function WaitingBadge({ className }: { className: string | undefined }) {
  const { unanswered = 0, overdue = 0, dueSoon = 0 } = useEnquiryCounts().data ?? {};
  if (unanswered === 0) return null;
  const words = [' waiting for an answer', overdue && `${overdue} late`, dueSoon && `${dueSoon} due soon`];
  return (
    <small className={`waiting-badge ${className}`} data-tone={overdue ? 'bad' : dueSoon ? 'waiting' : undefined}>
      {unanswered < maxCounted ? unanswered : `${unanswered}+`}
      <span className="visually-hidden">{words.filter(Boolean).join(', ')}</span>
    </small>
  );
}

import { useEnquiryCounts } from '../api/enquiry-counts.ts';
import { formatUnanswered } from '../features/enquiries/inbox/enquiries-query.ts';
import classes from './unanswered-badge.module.css';

/** The number of enquiries awaiting a reply. The colour and a hidden text show whether one is overdue or due soon. */
export function UnansweredBadge() {
  const { unanswered = 0, overdue = 0, dueSoon = 0 } = useEnquiryCounts().data ?? {};
  if (unanswered === 0) return null;
  const count = formatUnanswered(unanswered);
  const details = [' awaiting reply', overdue && `${overdue} overdue`, dueSoon && `${dueSoon} due soon`];
  const text = details.filter(Boolean).join(', ');
  return <CountBadge count={count} text={text} tone={overdue ? 'danger' : dueSoon ? 'warning' : undefined} />;
}

interface CountBadgeProps {
  count: number | string;
  /** Read out after the number. */
  text: string;
  tone?: 'danger' | 'warning' | undefined;
}

/** The number of things that wait for the user, beside the name of their screen. */
export function CountBadge({ count, text, tone }: CountBadgeProps) {
  return (
    <small className={classes.badge} data-tone={tone} title={`${count}${text}`}>
      {count}
      <span className="visually-hidden">{text}</span>
    </small>
  );
}

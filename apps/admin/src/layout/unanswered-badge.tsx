import { maxCounted } from '@threadline/schema/wire/enquiry-status';
import { useEnquiryCounts } from '../features/enquiries/inbox/enquiries-query.ts';
import classes from './unanswered-badge.module.css';

/** The number of enquiries awaiting a reply. The colour and a hidden text show whether one is overdue or due soon. */
export function UnansweredBadge() {
  const { unanswered = 0, overdue = 0, dueSoon = 0 } = useEnquiryCounts().data ?? {};
  if (unanswered === 0) return null;
  const count = unanswered < maxCounted ? unanswered : `${unanswered}+`;
  const details = [' awaiting reply', overdue && `${overdue} overdue`, dueSoon && `${dueSoon} due soon`];
  const text = details.filter(Boolean).join(', ');
  return (
    <small
      className={classes.badge}
      data-tone={overdue ? 'danger' : dueSoon ? 'warning' : undefined}
      title={`${count}${text}`}
    >
      {count}
      <span className="visually-hidden">{text}</span>
    </small>
  );
}

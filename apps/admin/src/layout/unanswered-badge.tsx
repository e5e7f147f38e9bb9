import { maxCounted } from '@threadline/schema/wire/enquiry-status';
import { useEnquiryCounts } from '../features/enquiries/inbox/enquiries-query.ts';
import classes from './unanswered-badge.module.css';

/** The number of unanswered enquiries. The colour and a hidden text show whether one is overdue or due soon. */
export function UnansweredBadge() {
  const { unanswered = 0, overdue = 0, dueSoon = 0 } = useEnquiryCounts().data ?? {};
  if (unanswered === 0) return null;
  const details = [' unanswered', overdue && `${overdue} overdue`, dueSoon && `${dueSoon} due soon`];
  return (
    <small className={classes.badge} data-tone={overdue ? 'danger' : dueSoon ? 'warning' : undefined}>
      {unanswered < maxCounted ? unanswered : `${unanswered}+`}
      <span className="visually-hidden">{details.filter(Boolean).join(', ')}</span>
    </small>
  );
}

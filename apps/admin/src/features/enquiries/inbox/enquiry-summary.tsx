import { Link } from '@tanstack/react-router';
import type { EnquiryCounts } from '@threadline/schema/enquiry';
import { maxCounted } from '@threadline/schema/enquiry-status';
import { Loaded } from '../../../ui/states.tsx';
import classes from './enquiries.module.css';
import { useEnquiryCounts } from './enquiries-query.ts';
import { MailNotice } from './mail-notice.tsx';

/** For the dashboard: what waits for an answer, what is late, and the fortnight's days. */
export function EnquirySummaryPanel() {
  const query = useEnquiryCounts();
  return (
    <Loaded query={query} what="The enquiries could not be counted." rows={1}>
      {(counts) => <Summary {...counts} />}
    </Loaded>
  );
}

/** What waits is counted no further than `maxCounted`. */
function asFarAsCounted(total: number): string {
  return total < maxCounted ? `${total}` : `${total}+`;
}

function Summary({ byStatus, unanswered, overdue, dueSoon, days, failedMessages }: EnquiryCounts) {
  const week = days.slice(-7).reduce((sum, { total }) => sum + total, 0);
  const highest = Math.max(1, ...days.map(({ total }) => total));
  return (
    <>
      <MailNotice />
      <section className={`panel ${classes.summary}`} aria-label="Enquiries">
        <Link to="/enquiries" search={{ only: 'unanswered' }}>
          <span>Waiting for an answer</span>
          <strong>{asFarAsCounted(unanswered)}</strong>
          {dueSoon > 0 && <small>{dueSoon} due soon</small>}
        </Link>
        <Link to="/enquiries" search={{ only: 'overdue' }} data-tone={overdue > 0 ? 'bad' : undefined}>
          <span>Later than promised</span>
          <strong>{asFarAsCounted(overdue)}</strong>
          {overdue > 0 && <small>late</small>}
        </Link>
        <div>
          <span>Received in 7 days</span>
          <strong>{week}</strong>
          <svg className={classes.days} viewBox="0 0 56 16" aria-hidden="true">
            {days.map(({ day, total }, index) => (
              <rect
                key={day}
                x={index * 4}
                width="3"
                y={16 - (15 * total) / highest - 1}
                height={(15 * total) / highest + 1}
              />
            ))}
          </svg>
        </div>
        <Link to="/enquiries" search={{ status: 'spam' }}>
          <span>Taken for spam</span>
          <strong>{byStatus.spam}</strong>
        </Link>
        {failedMessages > 0 && (
          <Link to="/enquiries" search={{ view: 'mail' }} data-tone="bad">
            <span>Messages that failed</span>
            <strong>{failedMessages}</strong>
          </Link>
        )}
      </section>
    </>
  );
}

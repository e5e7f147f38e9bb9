import { Link } from '@tanstack/react-router';
import type { EnquiryCounts } from '@threadline/schema/enquiry';
import { mostCounted } from '@threadline/schema/enquiry-status';
import { Loaded } from '../../ui/states.tsx';
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

function Summary({ byStatus, overdue, days, failedMails }: EnquiryCounts) {
  const week = days.slice(-7).reduce((sum, { total }) => sum + total, 0);
  const highest = Math.max(1, ...days.map(({ total }) => total));
  return (
    <>
      <MailNotice />
      <section className={`panel ${classes.summary}`} aria-label="Enquiries">
        <Link to="/enquiries">
          <span>New enquiries</span>
          <strong>{byStatus.new}</strong>
        </Link>
        <Link to="/enquiries" search={{ status: 'read' }}>
          <span>Read, not answered</span>
          <strong>{byStatus.read}</strong>
        </Link>
        <Link to="/enquiries" search={{ only: 'late' }} data-tone={overdue > 0 ? 'bad' : undefined}>
          <span>Later than promised</span>
          <strong>{overdue >= mostCounted ? `${mostCounted}+` : overdue}</strong>
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
        {failedMails > 0 && (
          <Link to="/enquiries" search={{ view: 'mail' }} data-tone="bad">
            <span>Messages that failed</span>
            <strong>{failedMails}</strong>
          </Link>
        )}
      </section>
    </>
  );
}

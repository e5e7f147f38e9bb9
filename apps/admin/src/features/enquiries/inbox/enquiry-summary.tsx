import { Link } from '@tanstack/react-router';
import type { EnquiryCounts } from '@threadline/schema/enquiry';
import { maxCounted } from '@threadline/schema/enquiry-status';
import strip from '../../../ui/stat-strip.module.css';
import { Loaded } from '../../../ui/states.tsx';
import { useEnquiryCounts } from './enquiries-query.ts';
import { MailNotice } from './mail-notice.tsx';

/** The enquiries on the dashboard: unanswered, overdue, per day and spam. */
export function EnquirySummaryPanel() {
  const query = useEnquiryCounts();
  return (
    <Loaded query={query} what="The enquiries could not be counted." rows={1}>
      {(counts) => (
        <>
          <MailNotice />
          <Summary {...counts} />
        </>
      )}
    </Loaded>
  );
}

/** The server counts unanswered enquiries up to `maxCounted`. */
function formatCount(total: number): string {
  return total < maxCounted ? `${total}` : `${total}+`;
}

function Summary({ byStatus, unanswered, overdue, dueSoon, days, failedMessages }: EnquiryCounts) {
  return (
    <section className={`panel ${strip.strip}`} aria-label="Enquiries">
      <Link to="/enquiries" search={{ only: 'unanswered' }}>
        <span>Awaiting reply</span>
        <strong>{formatCount(unanswered)}</strong>
        {dueSoon > 0 && <small>{dueSoon} due soon</small>}
      </Link>
      <Link to="/enquiries" search={{ only: 'overdue' }} data-tone={overdue > 0 ? 'bad' : undefined}>
        <span>Overdue</span>
        <strong>{formatCount(overdue)}</strong>
      </Link>
      <div>
        <span>Received in 7 days</span>
        <strong>{days.slice(-7).reduce((sum, { total }) => sum + total, 0)}</strong>
        <DayChart days={days} />
      </div>
      <Link to="/enquiries" search={{ status: 'spam' }}>
        <span>Spam</span>
        <strong>{byStatus.spam}</strong>
      </Link>
      {failedMessages > 0 && (
        <Link to="/enquiries" search={{ view: 'mail' }} data-tone="bad">
          <span>Failed messages</span>
          <strong>{failedMessages}</strong>
        </Link>
      )}
    </section>
  );
}

function DayChart({ days }: Pick<EnquiryCounts, 'days'>) {
  const max = Math.max(1, ...days.map(({ total }) => total));
  return (
    <svg viewBox="0 0 56 16" aria-hidden="true">
      {days.map(({ day, total }, index) => {
        const height = (15 * total) / max + 1;
        return <rect key={day} x={index * 4} width="3" y={16 - height} height={height} />;
      })}
    </svg>
  );
}

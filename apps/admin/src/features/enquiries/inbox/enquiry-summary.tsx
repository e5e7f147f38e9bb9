import { Link } from '@tanstack/react-router';
import type { EnquiryCounts } from '@threadline/schema/wire/enquiry';
import { maxCounted } from '@threadline/schema/wire/enquiry-status';
import { Stat, StatStrip } from '../../../ui/stat-strip.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { useEnquiryCounts } from './enquiries-query.ts';

/** The enquiries on the dashboard: unanswered, overdue, per day and spam. */
export function EnquirySummaryPanel() {
  const query = useEnquiryCounts();
  return (
    <Loaded query={query} what="The enquiries could not be counted." rows={1}>
      {(counts) => <Summary {...counts} />}
    </Loaded>
  );
}

/** The server counts unanswered enquiries up to `maxCounted`. */
function formatTotal(total: number): string {
  return total < maxCounted ? `${total}` : `${total}+`;
}

function Summary({ byStatus, unanswered, overdue, dueSoon, days, failedMessages }: EnquiryCounts) {
  return (
    <StatStrip label="Enquiries">
      <Link to="/enquiries" search={{ only: 'unanswered' }}>
        <Stat label="Awaiting reply" value={formatTotal(unanswered)} note={dueSoon > 0 && `${dueSoon} due soon`} />
      </Link>
      <Link to="/enquiries" search={{ only: 'overdue' }} data-tone={overdue > 0 ? 'danger' : undefined}>
        <Stat label="Overdue" value={formatTotal(overdue)} />
      </Link>
      <div>
        <Stat label="Received in 7 days" value={days.slice(-7).reduce((sum, { total }) => sum + total, 0)} />
        <DayChart days={days} />
      </div>
      <Link to="/enquiries" search={{ status: 'spam' }}>
        <Stat label="Spam" value={byStatus.spam} />
      </Link>
      {failedMessages > 0 && (
        <Link to="/enquiries" search={{ view: 'mail' }} data-tone="danger">
          <Stat label="Failed messages" value={failedMessages} />
        </Link>
      )}
    </StatStrip>
  );
}

function DayChart({ days }: Pick<EnquiryCounts, 'days'>) {
  const max = Math.max(0, ...days.map(({ total }) => total));
  if (max === 0) return null;
  return (
    <svg viewBox="0 0 56 16" width="84" height="24" fill="var(--mantine-primary-color-filled)" aria-hidden="true">
      {days.map(({ day, total }, index) => {
        const height = (15 * total) / max + 1;
        return <rect key={day} x={index * 4} width="3" y={16 - height} height={height} />;
      })}
    </svg>
  );
}

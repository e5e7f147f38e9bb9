import { Link } from '@tanstack/react-router';
import type { EnquiryCounts } from '@threadline/schema/wire/enquiry';
import { useEnquiryCounts } from '../../../api/enquiry-counts.ts';
import { formatWeekday } from '../../../format/time.ts';
import { Stat, StatStrip } from '../../../ui/stat-strip.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { formatUnanswered } from './enquiries-query.ts';

/** The enquiries on the dashboard: unanswered, overdue, per day and spam. */
export function EnquirySummaryPanel() {
  const query = useEnquiryCounts();
  return (
    <Loaded query={query} heading="The enquiries could not be counted." rows={1}>
      {(counts) => <Summary {...counts} />}
    </Loaded>
  );
}

function Summary({ byStatus, unanswered, overdue, dueSoon, days, failedMessages }: EnquiryCounts) {
  return (
    <StatStrip label="Enquiries" extra={<Link to="/enquiries">Open the inbox</Link>}>
      <Link to="/enquiries" search={{ only: 'unanswered' }}>
        <Stat label="Awaiting reply" value={formatUnanswered(unanswered)} note={dueSoon > 0 && `${dueSoon} due soon`} />
      </Link>
      <Link to="/enquiries" search={{ only: 'overdue' }} data-tone={overdue > 0 ? 'danger' : undefined}>
        <Stat label="Overdue" value={formatUnanswered(overdue)} />
      </Link>
      <Received days={days} />
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

/** The enquiries of the last days, as their sum and as a chart. */
function Received({ days }: Pick<EnquiryCounts, 'days'>) {
  const most = Math.max(0, ...days.map(({ total }) => total));
  const sum = days.reduce((before, { total }) => before + total, 0);
  const label = `Received in ${days.length} days`;
  const since = days[0] && formatWeekday(days[0].day);
  return (
    <div>
      <Stat label={label} value={sum} note={most === 0 && since && `None since ${since}`} />
      {most > 0 && (
        <>
          <DayChart days={days} most={most} />
          <small>
            Per day, since {since}: {most} on the busiest day
          </small>
        </>
      )}
    </div>
  );
}

function DayChart({ days, most }: Pick<EnquiryCounts, 'days'> & { most: number }) {
  const lines = days.map(({ day, total }) => `${formatWeekday(day)}: ${total}`);
  const busy = lines.filter((_, index) => days[index]?.total);
  return (
    <svg
      viewBox={`0 0 ${days.length * 4} 16`}
      width={days.length * 6}
      height="24"
      fill="var(--mantine-primary-color-filled)"
      role="img"
      aria-label={`Enquiries per day. ${busy.join(', ')}. None on the other days.`}
    >
      {days.map(({ day, total }, index) => {
        const height = (15 * total) / most + 1;
        return (
          <rect key={day} x={index * 4} width="3" y={16 - height} height={height}>
            <title>{lines[index]}</title>
          </rect>
        );
      })}
    </svg>
  );
}

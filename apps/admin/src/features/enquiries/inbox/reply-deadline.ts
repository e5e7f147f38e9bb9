import { getEndedDay } from '@threadline/schema/primitives/indian-time';
import type { EnquirySummary } from '@threadline/schema/wire/enquiry';
import { openStatuses } from '@threadline/schema/wire/enquiry-status';
import { formatDateTime, formatTime, formatWeekday } from '../../../format/time.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;

export interface ReplyDeadline {
  text: string;
  tone: 'danger' | 'warning' | 'info' | 'success';
}

interface Moments {
  now: number;
  /** An enquiry due by then is due soon. The server counts it in working hours. Undefined until it has loaded. */
  dueSoonUntil: string | undefined;
}

type Answerable = Pick<EnquirySummary, 'status' | 'createdAt' | 'dueAt' | 'answeredAt' | 'replyPending' | 'isTest'>;

/**
 * Describes when the reply is due, or how long it took. The remaining hours are not shown, because only working hours
 * count. Returns undefined for tests, spam and enquiries closed without a reply.
 */
export function describeDeadline(enquiry: Answerable, { now, dueSoonUntil }: Moments): ReplyDeadline | undefined {
  const { status, createdAt, dueAt, answeredAt, replyPending, isTest } = enquiry;
  if (isTest) return undefined;
  const due = Date.parse(dueAt);
  const isOverdue = due <= now && status !== 'closed';
  if (replyPending) return { text: 'Reply written, not sent yet', tone: isOverdue ? 'danger' : 'warning' };
  if (answeredAt) {
    const isLate = Date.parse(answeredAt) > due;
    const text = `Answered in ${formatHours(Date.parse(answeredAt) - Date.parse(createdAt))}${isLate ? ', late' : ''}`;
    return { text, tone: isLate ? 'warning' : 'success' };
  }
  if (!openStatuses.includes(status)) return undefined;
  if (isOverdue) return { text: `Reply overdue by ${formatHours(now - due)}`, tone: 'danger' };
  const isSoon = dueSoonUntil !== undefined && due <= Date.parse(dueSoonUntil);
  return { text: `Reply due ${isSoon ? 'soon, ' : ''}${formatDue(dueAt)}`, tone: isSoon ? 'warning' : 'info' };
}

/** `45 min`, `2 h 10 min`, `31 h`, `4 days`: minutes are shown below 12 hours. */
export function formatHours(ms: number): string {
  const hours = Math.floor(ms / hourMs);
  const minutes = Math.floor((ms % hourMs) / minuteMs);
  if (hours >= 72) return `${Math.floor(hours / 24)} days`;
  if (hours >= 12 || minutes === 0) return hours === 0 ? 'less than a minute' : `${hours} h`;
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes} min`;
}

/** `Mon 23 Nov, 11:30 IST`, or `by the end of Tue 24 Nov, IST`. */
function formatDue(iso: string): string {
  const lastMinute = getEndedDay(iso);
  const day = formatWeekday(lastMinute ?? iso);
  return lastMinute ? `by the end of ${day}, IST` : `${day}, ${formatTime(iso)}`;
}

/** `23 Nov 2026, 11:30 IST`, or `the end of 24 Nov 2026, IST`. */
export function formatDeadline(iso: string): string {
  const lastMinute = getEndedDay(iso);
  return lastMinute ? `the end of ${formatDateTime(lastMinute).split(',')[0]}, IST` : formatDateTime(iso);
}

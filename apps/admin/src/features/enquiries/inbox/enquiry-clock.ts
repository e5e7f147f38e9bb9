import { type EnquiryStatus, openStatuses } from '@threadline/schema/enquiry-status';
import { dueWords } from './format-due-date.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;

interface Clocked {
  status: EnquiryStatus;
  createdAt: string;
  dueAt: string;
  answeredAt: string | null;
  replyPending: boolean;
  isTest: boolean;
}

export interface EnquiryClock {
  words: string;
  tone: 'bad' | 'waiting' | 'calm' | 'good';
  /** Share of the promised time that has passed, 0 to 1. */
  passed: number;
}

interface Moments {
  now: number;
  /** Of the counts (ISO 8601): as the badge, the rows count in the working hours of the promise. Left out: not known yet. */
  dueSoonUntil: string | undefined;
}

/**
 * How the promise stands, in words and in a colour: due, due soon, late. Never how many hours are left: by the clock on the wall
 * they are others than the working hours that were promised. Nothing was promised to a test, and nothing to what was closed or
 * taken for spam.
 */
export function clockOf(enquiry: Clocked, { now, dueSoonUntil }: Moments): EnquiryClock | undefined {
  const { status, createdAt, dueAt, answeredAt, replyPending, isTest } = enquiry;
  if (isTest) return undefined;
  const created = Date.parse(createdAt);
  const due = Date.parse(dueAt);
  if (replyPending)
    return { words: 'Reply written, waits to be sent', tone: due <= now ? 'bad' : 'waiting', passed: 1 };
  if (answeredAt) {
    const isLate = Date.parse(answeredAt) > due;
    const took = inHours(Date.parse(answeredAt) - created);
    return { words: `answered in ${took}${isLate ? ', late' : ''}`, tone: isLate ? 'waiting' : 'good', passed: 1 };
  }
  if (!openStatuses.includes(status)) return undefined;
  const leftMs = due - now;
  const passed = Math.min(1, Math.max(0, (now - created) / Math.max(1, due - created)));
  if (leftMs <= 0) return { words: `late by ${inHours(-leftMs)}`, tone: 'bad', passed: 1 };
  const isSoon = dueSoonUntil !== undefined && due <= Date.parse(dueSoonUntil);
  return { words: `due ${isSoon ? 'soon, ' : ''}${dueWords(dueAt)}`, tone: isSoon ? 'waiting' : 'calm', passed };
}

/** `31 h`, `2 h 10 min`, `45 min`: below half a day the minutes count. */
export function inHours(ms: number): string {
  const hours = Math.floor(ms / hourMs);
  const minutes = Math.floor((ms % hourMs) / minuteMs);
  if (hours >= 72) return `${Math.floor(hours / 24)} days`;
  if (hours >= 12 || minutes === 0) return hours === 0 ? 'a moment' : `${hours} h`;
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes} min`;
}

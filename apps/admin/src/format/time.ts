/** Formats dates and times, always in Indian time, so that everyone in the team reads the same value. */

import { indianTimeZone as timeZone } from '@threadline/schema/primitives/indian-time';
import { formatCount } from './numbers.ts';

const day = new Intl.DateTimeFormat('en-IN', { timeZone, day: 'numeric', month: 'short', year: 'numeric' });
const weekday = new Intl.DateTimeFormat('en-IN', { timeZone, weekday: 'short', day: 'numeric', month: 'short' });
const clock = new Intl.DateTimeFormat('en-IN', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** `14:03`, for a time of the last minutes. */
export function formatClock(iso: string): string {
  return clock.format(new Date(iso));
}

/** `14:03 IST` */
export function formatTime(iso: string): string {
  return `${formatClock(iso)} IST`;
}

/** `Today`, or `21 Nov 2026`. */
export function formatDate(iso: string): string {
  const date = day.format(new Date(iso));
  return date === day.format(new Date()) ? 'Today' : date;
}

/** `Mon 23 Nov` */
export function formatWeekday(iso: string): string {
  return weekday.format(new Date(iso)).replace(',', '');
}

/** `21 Nov 2026, 14:03 IST`: the one style of dates with a time, so that lists align and all read alike. */
export function formatDateTime(iso: string): string {
  return `${day.format(new Date(iso))}, ${formatTime(iso)}`;
}

/** `14:03 IST` today, otherwise `21 Nov 2026`. */
export function formatMoment(iso: string): string {
  const date = formatDate(iso);
  return date === 'Today' ? formatTime(iso) : date;
}

/** `42 ms`, `1.4 s`, `3 min`, `5 h`, `2 days`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
  if (ms < 3_600_000) return `${Math.round(ms / 60_000)} min`;
  if (ms < 86_400_000) return `${Math.round(ms / 3_600_000)} h`;
  const days = Math.round(ms / 86_400_000);
  return formatCount(days, 'day');
}

/** `1 second`, `12 seconds`: a short time that people have waited for. */
export function formatSeconds(ms: number): string {
  return formatCount(Math.max(1, Math.round(ms / 1000)), 'second');
}

/** `just now`, `2 minutes ago` or `3 hours ago`; after a day the date. */
export function formatRelativeTime(iso: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(iso)) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${formatCount(minutes, 'minute')} ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${formatCount(hours, 'hour')} ago`;
  return formatDateTime(iso);
}

/** `0:42`, `3:05`, `1:02:30`: the duration of a video. */
export function formatPlayTime(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0'));
  const hours = Math.floor(seconds / 3600);
  return hours > 0 ? `${hours}:${parts.join(':')}` : parts.join(':').replace(/^0/, '');
}

/** `312 KB`, `1.8 MB` */
export function formatFileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

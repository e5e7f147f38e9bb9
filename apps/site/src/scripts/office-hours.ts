/** India has one time zone, without summer time. */
const indiaAheadMs = 5.5 * 3_600_000;

/**
 * Says under the first buttons that the office is open, or has the call links begin a message while it is closed. What the
 * page says without this is true at any time.
 */
export function followOfficeHours(): void {
  if (isOpen(document.documentElement.dataset.hours ?? '', Date.now())) {
    const words = document.querySelector<HTMLElement>('[data-open-now]')?.dataset.openNow;
    if (words) for (const line of document.querySelectorAll('.availability')) line.textContent = words;
    return;
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-later]')) {
    link.textContent = link.dataset.later ?? '';
    link.href = link.href.replace('tel:', 'sms:');
  }
}

/** Whether a moment, in ms since 1970, is within hours of India such as `123456 09:30 18:30`; after them come holidays. */
export function isOpen(hours: string, nowMs: number): boolean {
  const [days = '', opens = '', closes = '', ...holidays] = hours.split(' ');
  const india = new Date(nowMs + indiaAheadMs);
  const [date = '', time = ''] = india.toISOString().split('T');
  return days.includes(String(india.getUTCDay())) && time >= opens && time < closes && !holidays.includes(date);
}

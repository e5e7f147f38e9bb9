/** India has one time zone, without summer time. */
const indiaAheadMs = 5.5 * 3_600_000;

/**
 * Says under the first buttons that the office is open, or has the call links begin a message while it is closed. What the
 * page says without this is true at any time. A page that stays open for days is right again whenever it is looked at.
 */
export function followOfficeHours(): void {
  const lines = document.querySelectorAll('.availability');
  const links = document.querySelectorAll<HTMLAnchorElement>('[data-later]');
  const openNow = document.querySelector<HTMLElement>('[data-open-now]')?.dataset.openNow;
  const always = lines[0]?.textContent ?? '';
  const call = links[0]?.textContent ?? '';
  const show = () => {
    const open = isOpen(document.documentElement.dataset.hours ?? '', Date.now());
    for (const line of lines) line.textContent = (open && openNow) || always;
    for (const link of links) {
      link.textContent = open ? call : (link.dataset.later ?? '');
      link.protocol = open ? 'tel:' : 'sms:';
    }
  };
  show();
  document.addEventListener('visibilitychange', show);
}

/** Whether a moment, in ms since 1970, is within hours of India such as `123456 09:30 18:30`; after them come holidays. */
export function isOpen(hours: string, nowMs: number): boolean {
  const [days = '', opens = '', closes = '', ...holidays] = hours.split(' ');
  const india = new Date(nowMs + indiaAheadMs);
  const [date = '', time = ''] = india.toISOString().split('T');
  return days.includes(String(india.getUTCDay())) && time >= opens && time < closes && !holidays.includes(date);
}

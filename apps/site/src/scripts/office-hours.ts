/** India has one time zone and no daylight saving time. */
const indiaAheadMs = 5.5 * 3_600_000;

const minuteMs = 60_000;

/**
 * Shows under the first buttons that the office is open, or turns call links into message links while it is closed, and
 * updates both every minute. The text of the static page is correct at any time.
 */
export function startOfficeHours(): void {
  const isNow = isOpen(document.documentElement.dataset.hours ?? '', Date.now());
  for (const part of document.querySelectorAll<HTMLElement & { href?: string }>('.availability, [data-later]')) {
    const { always = part.textContent, later } = part.dataset;
    part.dataset.always = always;
    const text = (isNow ? part.closest<HTMLElement>('[data-open-now]')?.dataset.openNow : later) || always;
    part.replaceChildren(...toNodes(text));
    if (part.href) part.href = part.href.replace(/^\w+/, isNow ? 'tel' : 'sms');
  }
  setTimeout(startOfficeHours, minuteMs);
}

/** Returns the text as nodes. A range such as `24-48 hours` is an element, which stays on one line. */
function toNodes(text: string): (Node | string)[] {
  return text
    .split(/((?<![^\s–])(?:[^\s–]+–[^\s–]+|\d+-\d+)(?: [a-z]+)?)/)
    .map((part, index) =>
      index % 2 ? Object.assign(document.createElement('span'), { className: 'range', textContent: part }) : part,
    );
}

/** Returns whether a time, in ms since 1970, is within Indian hours such as `123456 09:30 18:30`, followed by holidays. */
export function isOpen(hours: string, nowMs: number): boolean {
  const [days = '', opens = '', closes = '', ...holidays] = hours.split(' ');
  const india = new Date(nowMs + indiaAheadMs);
  const [date = '', time = ''] = india.toISOString().split('T');
  return days.includes(String(india.getUTCDay())) && time >= opens && time < closes && !holidays.includes(date);
}

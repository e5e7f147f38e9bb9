const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `2026-11-21` or an ISO time (read as UTC) → `21 Nov 2026`. Own words: engines differ in theirs. */
export function formatDay(iso: string): string {
  const [year, month, day] = iso.slice(0, 10).split('-').map(Number);
  return `${day} ${monthNames[(month ?? 1) - 1]} ${year}`;
}

/** Returns a day or a number with its label so that it stays on one line. */
export function keepTogether(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}

/** Indian grouping: 5,000 and 1,50,000. */
export function formatNumber(value: number): string {
  return value.toLocaleString('en-IN');
}

/** `{n} of {m}` with its names filled in; unknown names stay visible, so that a typing error shows. */
export function fill(template: string, values: Record<string, string | number>): string {
  return template.replace(/\{(\w+)\}/g, (name, key: string) => (key in values ? String(values[key]) : name));
}

/**
 * Returns the link to a WhatsApp chat with its first message filled in; undefined without a number.
 * The message must not contain personal data.
 */
export function whatsappLink(phone: string, message: string): string | undefined {
  if (phone === '') return undefined;
  return `https://wa.me/${phone.replace(/\D/g, '')}?text=${encodeURIComponent(message)}`;
}

/** Anchors of the landing page, as they must be written on the page at `pathname`. */
export function hrefOn(pathname: string, href: string): string {
  return href.startsWith('#') && pathname !== '/' ? `/${href}` : href;
}

/** Formats rupees in lakh or crore: 6.8 → `₹6.8 lakh`, 118 → `₹1.2 crore`, or `₹1.18 crore` with two digits. */
export function formatLakh(lakh: number, fractionDigits = 1): string {
  const format = new Intl.NumberFormat('en-IN', {
    notation: 'compact',
    compactDisplay: 'long',
    maximumFractionDigits: fractionDigits,
  });
  // Engines put spaces of several widths between figure and word; fonts know this one.
  return `₹${format.format(Math.round(lakh * 100_000)).replace(/\s/u, '\u00a0')}`;
}

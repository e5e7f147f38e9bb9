const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `2026-11-21` or an ISO time (read as UTC) → `21 Nov 2026`. Own words: engines differ in theirs. */
export function formatDay(iso: string): string {
  const [year, month, day] = iso.slice(0, 10).split('-').map(Number);
  return `${day} ${monthNames[(month ?? 1) - 1]} ${year}`;
}

/** Indian grouping: 5,000 and 1,50,000. */
export function formatCount(value: number): string {
  return value.toLocaleString('en-IN');
}

/** `{n} of {m}` with its names filled in; unknown names stay visible, so that a typing error shows. */
export function fill(template: string, values: Record<string, string | number>): string {
  return template.replace(/\{(\w+)\}/g, (name, key: string) => (key in values ? String(values[key]) : name));
}

/** A WhatsApp chat with this number, its first message already written. Never put personal data in it. */
export function whatsappLink(phone: string, message: string): string {
  return `https://wa.me/${phone.replace(/\D/g, '')}?text=${encodeURIComponent(message)}`;
}

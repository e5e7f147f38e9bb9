/** Returns a hint that explains the placeholders of a text: `{n} becomes the number of weeks.` */
export function formatPlaceholderHint(meanings: Record<string, string>): string {
  const [first, ...others] = Object.entries(meanings).map(([name, meaning]) => [`{${name}}`, meaning]);
  const rest = others.map(([name, meaning]) => `, ${name} ${meaning}`).join('');
  return `${first?.[0]} becomes ${first?.[1]}${rest}.`;
}

export const openingHoursHint = formatPlaceholderHint({
  days: 'the working days',
  opens: 'the opening time',
  closes: 'the closing time; all are set under Site settings, Contact details',
});

export const retentionHint = '{retention} becomes the number of months set under Mail, How long enquiries are kept.';

/** A hint that says what the site puts in place of each name in braces: `{n} becomes the number of weeks.` */
export function inBraces(meanings: Record<string, string>): string {
  const [first, ...others] = Object.entries(meanings).map(([name, meaning]) => [`{${name}}`, meaning]);
  const rest = others.map(([name, meaning]) => `, ${name} ${meaning}`).join('');
  return `${first?.[0]} becomes ${first?.[1]}${rest}.`;
}

export const openingHoursHint = inBraces({
  days: 'the days you are open',
  opens: 'the hour of opening',
  closes: 'the hour of closing; all stand under Site settings, Contact details',
});

export const retentionHint = '{retention} becomes the months under Mail, How long enquiries are kept.';

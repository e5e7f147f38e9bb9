/** The values that the site fills in for `{name}` in a text, each with its name for editors. */
export type TextVariables = Readonly<Record<string, string>>;

export const openingHours: TextVariables = {
  days: 'working days',
  opens: 'opening time',
  closes: 'closing time',
};

export const retention: TextVariables = { retention: 'months that enquiries are kept' };

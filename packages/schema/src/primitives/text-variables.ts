/** The values that the site fills in for `{name}` in a text, each with its meaning for editors. */
export type TextVariables = Readonly<Record<string, string>>;

/** A part of a text: characters, or a value that the site fills in. */
export type TextPart = string | { name: string; meaning: string };

/** Divides a text at the variables in it. `{name}` with another name is text. */
export function splitVariables(text: string, variables: TextVariables): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: token, 1: name = '', index } of text.matchAll(/\{([^{}]*)\}/g)) {
    const meaning = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (meaning === undefined) continue;
    if (index > end) parts.push(text.slice(end, index));
    parts.push({ name, meaning });
    end = index + token.length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

/** Returns a text with the meaning of each variable in brackets: `[working days], [opening time] to 5 pm`. */
export function describeVariables(text: string, variables: TextVariables = {}): string {
  const parts = splitVariables(text, variables);
  return parts.map((part) => (typeof part === 'string' ? part : `[${part.meaning}]`)).join('');
}

export const openingHoursVariables: TextVariables = {
  days: 'working days',
  opens: 'opening time',
  closes: 'closing time',
};

export const retentionVariables: TextVariables = { retention: 'months that enquiries are kept' };

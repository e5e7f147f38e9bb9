/** The error for a text that is not a phone number. It never repeats the text. */
export const phoneError = 'Enter a phone number such as 98765 43210, or one with its country code.';

/** The seed's phone number. It is not in use, and it is not a number that visitors or editors can enter as theirs. */
export const placeholderPhone = '+910000000000';

/** An Indian number, with or without a prefix: ten digits (mobile, or landline with area code), or a toll-free number. */
const indian = /^(?:\+?910?|0?)([1-9]\d{9}|18[06]0\d{6,7})$/;
const foreign = /^\+(?!91)[1-9]\d{6,14}$/;

/**
 * Returns the E.164 form of a phone number as people write it: `098765 43210`, `+91-98765-43210`, `0091…`,
 * `+44 (0)20 7946 0000`. A number without a country code counts as Indian. Returns undefined for any other text.
 *
 * These rules are our own because the page's form needs them: `libphonenumber-js/min` adds 42 KB to it, compressed.
 */
export function toE164(typed: string): string | undefined {
  const text = typed.trim().replace(/\(0\)/g, '');
  if (!/^[+\d\s().\-/\u2010-\u2015]+$/u.test(text)) return undefined;
  const number = text.replace(/[^+\d]/g, '').replace(/^00/, '+');
  const national = indian.exec(number)?.[1];
  if (national) return `+91${national}`;
  return foreign.test(number) ? number : undefined;
}

/** Formats an E.164 number the Indian way, `+91 98765 43210` or `+91 1800 123 4567`. Any other text stays as it is. */
export function formatPhone(e164: string): string {
  return e164.replace(/^\+91(\d{5})(\d{5})$/, '+91 $1 $2').replace(/^\+91(18[06]0)(\d{3})(\d{4})$/, '+91 $1 $2 $3');
}

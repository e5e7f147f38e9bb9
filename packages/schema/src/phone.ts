/** Digits of an Indian number without the country code: ten, for mobiles and for landlines with their area code. */
const indianDigits = /^[1-9]\d{9}$/;
const e164Shape = /^\+[1-9]\d{6,14}$/;

/**
 * A phone number as people type it (`098765 43210`, `+91-98765-43210`, `0091…`, `+44 (0)20 7946 0000`) in E.164. Numbers without a
 * country code are taken for Indian ones.
 * @returns undefined where no number can be made out; the text may still tell a human how to call
 */
export function toE164(typed: string): string | undefined {
  const text = typed.trim().replace(/\(0\)/g, '');
  if (!/^\+?[\d\s().\-/\u2010-\u2015]+$/u.test(text)) return undefined;
  const digits = text.replace(/\D/g, '');
  if (text.startsWith('+')) return international(digits);
  if (digits.startsWith('00')) return international(digits.slice(2));
  const national = digits.replace(/^0/, '');
  if (indianDigits.test(national)) return `+91${national}`;
  return /^91[1-9]\d{9}$/.test(digits) ? `+${digits}` : undefined;
}

function international(digits: string): string | undefined {
  // "+91 098765 43210": the zero is for calls inside India.
  const number = `+${digits.replace(/^910(?=\d{10}$)/, '91')}`;
  if (number.startsWith('+91')) return indianDigits.test(number.slice(3)) ? number : undefined;
  return e164Shape.test(number) ? number : undefined;
}

/** An E.164 number as it is read aloud in India, `+91 98765 43210`; numbers of other countries stay as they are. */
export function formatPhone(e164: string): string {
  return e164.replace(/^\+91(\d{5})(\d{5})$/, '+91 $1 $2');
}

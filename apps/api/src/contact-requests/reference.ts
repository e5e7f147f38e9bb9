import { randomInt } from 'node:crypto';

/** Crockford's base 32: nothing that reads or sounds like something else (no I, L, O, U). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 6;
const shape = /^TL-[0-9A-HJKMNP-TV-Z]{6}$/;

/** What a visitor quotes on the phone, such as `TL-7K3M9Q`. Random: the number of requests is nobody's business. */
export function newReference(): string {
  return `TL-${Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')}`;
}

/** Whether somebody may be shown this as a reference: its shape, not whether there is such an enquiry. */
export function isReference(text: string): boolean {
  return shape.test(text);
}

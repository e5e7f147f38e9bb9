import { randomInt } from 'node:crypto';

/** The letters and digits of `referencePattern`. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 6;

/** Returns a new reference for an enquiry. It is random, so that it does not reveal how many enquiries there are. */
export function createReference(): string {
  return `TL-${Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')}`;
}

/** The numbers under which Indian authorities register a company. */

/** Listing, industry, state, year, class and number of a company, as in the Companies Act. */
const cinPattern = /^[LU]\d{5}[A-Z]{2}(?:18|19|20)\d{2}[A-Z]{3}\d{6}$/;
/** State code, PAN, number of the registration within the state, a letter or digit, and the check digit. */
const gstinPattern = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z][A-Z\d]{2}$/;
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Codes of the states and union territories, and two codes for places outside of them. */
const lastStateCode = 38;
const otherStateCodes = [97, 99];

/** Returns the number in capital letters, without blanks and hyphens. */
export function normaliseCompanyNumber(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase();
}

/** Returns why a text is not a CIN; undefined if it is one. */
export function findCinError(cin: string): string | undefined {
  if (cinPattern.test(cin)) return undefined;
  return 'A CIN has 21 characters, such as U74140KA2014PTC000000. Copy it from the certificate of incorporation.';
}

/** Returns why a text is not a GSTIN; undefined if it is one. */
export function findGstinError(gstin: string): string | undefined {
  if (!gstinPattern.test(gstin)) {
    return 'A GSTIN has 15 characters: a state code, the PAN and three more, such as 29AAACT0000A1ZB.';
  }
  const stateCode = Number(gstin.slice(0, 2));
  const isState = stateCode >= 1 && stateCode <= lastStateCode;
  if (!isState && !otherStateCodes.includes(stateCode)) {
    return `A GSTIN begins with a state code from 01 to ${lastStateCode}.`;
  }
  if (computeCheckDigit(gstin) === gstin.at(-1)) return undefined;
  return 'The last character does not match the rest of this GSTIN. Check it for a typing error.';
}

/** Every second character counts twice; the digits of each product in base 36 are added. */
function computeCheckDigit(gstin: string): string | undefined {
  const sum = [...gstin.slice(0, -1)].reduce((total, character, index) => {
    const product = digits.indexOf(character) * (1 + (index % 2));
    return total + Math.floor(product / digits.length) + (product % digits.length);
  }, 0);
  return digits[(digits.length - (sum % digits.length)) % digits.length];
}

import { expect, test } from 'vitest';
import { findCinError, findGstinError, normaliseCompanyNumber } from './company-numbers.ts';

test.each(['U74140KA2014PTC000000', 'L17110MH1985PLC000000'])('%s is a CIN', (cin) => {
  expect(findCinError(cin)).toBeUndefined();
});

test.each([
  ['is too short', 'U74140KA2014PTC00000'],
  ['is too long', 'U74140KA2014PTC0000000'],
  ['begins with another letter', 'A74140KA2014PTC000000'],
  ['has a letter in the industry', 'U7414OKA2014PTC000000'],
  ['has an impossible year', 'U74140KA1014PTC000000'],
  ['has a digit in the class', 'U74140KA2014P1C000000'],
])('a CIN that %s is refused', (_, cin) => {
  expect(findCinError(cin)).toMatch(/^A CIN has 21 characters/);
});

// Two samples of public documents, and one with a PAN that is not assigned.
test.each(['29AAACT0000A1ZB', '27AAPFU0939F1ZV', '29AAGCB7383J1Z4'])('%s is a GSTIN', (gstin) => {
  expect(findGstinError(gstin)).toBeUndefined();
});

test.each([
  ['is too short', '29AAACT0000A1Z', /15 characters/],
  ['is too long', '29AAACT0000A1ZBB', /15 characters/],
  ['has no PAN', '29AAACT000AA1ZB', /15 characters/],
  ['has the registration number 0', '29AAACT0000A0ZB', /15 characters/],
  ['has the state code 00', '00AAACT0000A1ZB', /state code from 01 to 38/],
  ['has the state code 39', '39AAACT0000A1ZB', /state code from 01 to 38/],
  ['has another check digit', '29AAACT0000A1ZC', /last character does not match/],
  ['has two letters exchanged', '29AACAT0000A1ZB', /last character does not match/],
  ['has another state', '27AAACT0000A1ZB', /last character does not match/],
])('a GSTIN that %s is refused', (_, gstin, error) => {
  expect(findGstinError(gstin)).toMatch(error);
});

test('a number is stored in capital letters, without blanks and hyphens', () => {
  expect(normaliseCompanyNumber(' 29 aaact-0000a 1zb ')).toBe('29AAACT0000A1ZB');
});

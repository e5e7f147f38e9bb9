import { expect, test, vi } from 'vitest';
import type { z } from 'zod';
import { findDefinition } from '../content/content-model.ts';
import { cin, consentDate, gstin, linkedInAddress, pastDate, rupees, webAddress } from './checked-fields.ts';

const getErrors = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

test('CIN and GSTIN may be empty, are stored without blanks, and report what is wrong', () => {
  expect([cin('CIN').parse(''), gstin('GSTIN').parse('')]).toEqual(['', '']);
  expect(cin('CIN').parse('u74140 ka2014 ptc 000000')).toBe('U74140KA2014PTC000000');
  expect(gstin('GSTIN').parse('29 aaact0000a 1zb')).toBe('29AAACT0000A1ZB');
  expect(getErrors(cin('CIN'), 'U74140')).toEqual([expect.stringMatching(/^A CIN has 21 characters/)]);
  expect(getErrors(gstin('GSTIN'), '29AAACT0000A1ZA')).toEqual([expect.stringMatching(/typing error/)]);
});

test('the brand accepts neither a CIN nor a GSTIN that is none', () => {
  const brand = { name: 'A', short: 'A', tagline: 'A', legalName: 'A' };
  const { schema } = findDefinition('site', 'brand') ?? {};
  expect(schema?.safeParse({ ...brand, cin: '12345', gstin: '12345' }).error?.issues.map(({ path }) => path)).toEqual([
    ['gstin'],
    ['cin'],
  ]);
});

test('a day in the past is today at the latest, by the calendar of India', () => {
  vi.useFakeTimers({ now: new Date('2026-11-19T18:29:00Z') });
  const message = 'Choose today or an earlier day.';
  expect(pastDate('Day').parse('19 Nov 2026')).toBe('2026-11-19');
  expect(getErrors(pastDate('Day'), '2026-11-20')).toEqual([message]);
  expect(getErrors(consentDate(), '2026-11-20')).toEqual([message]);
  vi.setSystemTime(new Date('2026-11-19T18:30:00Z'));
  expect(getErrors(consentDate(), '2026-11-20')).toEqual([]);
  expect(getErrors(consentDate(), '')).toEqual(['Enter a date such as 23 Nov 2026.']);
  expect(getErrors(pastDate('Day', { optional: true }), '')).toEqual([]);
  vi.useRealTimers();
});

test.each([
  [1_840_000, []],
  [0, ['Use 1 or more.']],
  [18.5, ['Use whole rupees.']],
])('an amount of %s rupees: %j', (amount, errors) => {
  expect(getErrors(rupees('Amount'), amount)).toEqual(errors);
});

test.each([
  ['https://mills.example.in', true],
  ['', true],
  ['http://mills.example.in', false],
  ['#contact', false],
  ['mailto:a@mills.in', false],
])('the web address %j is accepted: %s', (address, isAccepted) => {
  expect(webAddress('Website').safeParse(address).success).toBe(isAccepted);
});

test.each([
  ['https://www.linkedin.com/in/asha-rao', 'https://www.linkedin.com/in/asha-rao'],
  ['https://in.linkedin.com/in/asha-rao/?trk=public_profile', 'https://in.linkedin.com/in/asha-rao'],
  ['https://linkedin.com/company/threadline/about', 'https://linkedin.com/company/threadline'],
  ['', ''],
])('the LinkedIn address %j is stored as %j', (typed, stored) => {
  expect(linkedInAddress('LinkedIn').parse(typed)).toBe(stored);
});

test.each([
  'http://www.linkedin.com/in/asha-rao',
  'https://www.linkedin.com/',
  'https://www.linkedin.com/feed/update/1',
  'https://linkedin.com.evil.example/in/asha-rao',
  'https://evil.example/https://www.linkedin.com/in/asha-rao',
  'www.linkedin.com/in/asha-rao',
  '/in/asha-rao',
])('%s is no LinkedIn profile', (address) => {
  expect(getErrors(linkedInAddress('LinkedIn'), address).at(-1)).toMatch(
    /^Enter the full address of a LinkedIn profile/,
  );
});

import { type Weekday, weekdays } from '@threadline/schema/content/sections/site';
import { expect, test } from 'vitest';
import { openingCode, openingHours, openingHoursSpecification } from './opening-hours.ts';

function createHours(openDays: Weekday[], opens = '09:30', closes = '18:30') {
  const names = Object.fromEntries(Object.entries(weekdays).map(([day, name]) => [day, name.slice(0, 3)]));
  const contact = { hours: '{days}, {opens} to {closes} IST', openDays, opens, closes };
  return { contact, weekdays: names } as unknown as Parameters<typeof openingHours>[0];
}

test('days in a row are one range, whatever their order', () => {
  expect(openingHours(createHours(['saturday', 'friday', 'tuesday', 'thursday', 'wednesday', 'monday']))).toBe(
    'Mon–Sat, 9:30 am to 6:30 pm IST',
  );
  expect(openingHours(createHours(['monday', 'wednesday', 'thursday', 'sunday']))).toBe(
    'Mon, Wed–Thu, Sun, 9:30 am to 6:30 pm IST',
  );
});

test('noon, midnight and full hours read as people say them', () => {
  expect(openingHours(createHours(['monday'], '00:00', '12:00'))).toBe('Mon, 12 am to 12 pm IST');
  expect(openingHours(createHours(['monday'], '09:00', '23:59'))).toBe('Mon, 9 am to 11:59 pm IST');
});

test('search engines get the same days and times', () => {
  expect(openingHoursSpecification(createHours(['saturday', 'monday']))).toEqual({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: ['Monday', 'Saturday'],
    opens: '09:30',
    closes: '18:30',
  });
});

test("the page's script gets days, opening and closing time and holidays in one word each", () => {
  const mail = { sla: { holidays: ['2026-12-25'] } };
  const content = { site: createHours(['monday', 'saturday', 'sunday']), mail } as Parameters<typeof openingCode>[0];
  expect(openingCode(content)).toBe('160 09:30 18:30 2026-12-25');
});

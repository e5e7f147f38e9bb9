import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findFixedRetention } from './fixed-retention.ts';

const readSeed = (section: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../../../content-seed/${section}.json`), 'utf8'));
const dialog = (notice: string, ...noticeItems: string[]) => ({
  section: 'cta',
  key: 'dialog',
  value: { notice, noticeItems },
});
const page = (text: string) => ({
  section: 'site',
  key: 'page-privacy',
  value: { sections: [{ heading: 'Kept', text }] },
});

test('a notice that states a period itself is found, with its place and the period', () => {
  expect(findFixedRetention([dialog('We delete them after 12 months.', 'Kept one year.')])).toEqual([
    { section: 'cta', key: 'dialog', pointer: '/notice', period: '12 months' },
    { section: 'cta', key: 'dialog', pointer: '/noticeItems/0', period: 'one year' },
  ]);
});

test('only the line about enquiries counts on the privacy page', () => {
  expect(findFixedRetention([page('- Enquiries: 12 months, if we part.\n- Job applications: 6 months.')])).toEqual([
    { section: 'site', key: 'page-privacy', pointer: '/sections/0/text', period: '12 months' },
  ]);
  expect(findFixedRetention([page('- Enquiries: {retention}.\n- Job applications: 6 months.')])).toEqual([]);
});

test('periods in other texts are ignored, and the seed states none', () => {
  expect(findFixedRetention([{ section: 'hero', key: 'title', value: 'Enquiries answered for 12 years' }])).toEqual([]);
  const seeded = [
    { section: 'cta', key: 'dialog', value: readSeed('cta').dialog.value },
    { section: 'site', key: 'page-privacy', value: readSeed('site')['page-privacy'].value },
  ];
  expect(JSON.stringify(seeded)).toContain('{retention}');
  expect(findFixedRetention(seeded)).toEqual([]);
});

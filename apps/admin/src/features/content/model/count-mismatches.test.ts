import type { ContentItem, GroupedContent } from '@threadline/schema/content/content-item';
import { expect, test } from 'vitest';
import { findCountMismatches } from './count-mismatches.ts';

function item(section: string, key: string, value: unknown, hidden = false): ContentItem {
  const at = { version: 1, position: 0, updatedAt: '2026-11-21T10:00:00.000Z', updatedBy: null };
  return { section, key, value, type: 'text', metadata: hidden ? { hidden } : {}, ...at };
}

function grouped(items: ContentItem[]): GroupedContent {
  const content: GroupedContent = {};
  for (const each of items) content[each.section] = { ...content[each.section], [each.key]: each };
  return content;
}

function entries(section: string, prefix: string, { shown = 0, hidden = 0 }) {
  const numbers = Array.from({ length: shown + hidden }, (_, number) => number);
  return numbers.map((number) => item(section, `${prefix}-${number}`, {}, number >= shown));
}

function findMessages(heading: string, shown: number, hidden = 0) {
  const items = [item('services', 'heading', heading), ...entries('services', 'service', { shown, hidden })];
  return findCountMismatches('services', grouped(items)).map(({ list, key, stated, shown }) => [
    list,
    key,
    stated,
    shown,
  ]);
}

test('a heading that states another number than visitors see is reported', () => {
  expect(findMessages('Nine services, one plan', 9, 1)).toEqual([]);
  expect(findMessages('Nine services, one plan', 10)).toEqual([
    ['cards', 'heading', '“Nine services, one plan” (Services: Heading)', '10 under Services'],
  ]);
  expect(findMessages('All 12 services', 11)).toHaveLength(1);
  expect(findMessages('Services for one plan', 10)).toEqual([]);
  expect(findMessages('Nine services. Ten services more', 9)).toHaveLength(1);
  expect(findMessages('All twenty services', 9)).toHaveLength(1);
});

test.each(['More than 100 services delivered', 'We gave 1,200 services', 'The 2026 services'])(
  'a number that is not a count of entries is ignored: %s',
  (heading) => {
    expect(findMessages(heading, 9)).toEqual([]);
  },
);

const slide = {
  label: 'Hire',
  kicker: '',
  headline: 'Hire well',
  secondaryCTA: { label: 'All nine services', href: '' },
};
const elsewhere = grouped([
  item('hero', 'slide-hiring', slide),
  item('cta', 'faq-choice', { question: 'Do we have to take all nine services?', answer: 'No.' }),
  item('cta', 'faq-old', { question: 'Who needs nine services?', answer: 'Nobody.' }, true),
  item('insights', 'article-one', { kicker: 'Two services that failed', title: '', excerpt: '' }),
  ...entries('services', 'service', { shown: 10 }),
]);

test('a text of another section is reported below the list and below the text; hidden texts and articles are not', () => {
  const mismatch = { section: 'hero', key: 'slide-hiring', field: '/secondaryCTA/label' };
  const text = { stated: '“All nine services” (Slide: Hire well)', shown: '10 under Services' };
  expect(findCountMismatches('services', elsewhere)).toEqual([
    { ...mismatch, list: 'cards', ...text },
    expect.objectContaining({
      ...{ list: 'cards', section: 'cta', key: 'faq-choice', field: '/question' },
      stated: expect.stringContaining('” (FAQ question)'),
      shown: '10 under Services',
    }),
  ]);
  expect(findCountMismatches('hero', elsewhere)).toEqual([{ ...mismatch, list: 'slides', ...text }]);
  expect(findCountMismatches('about', elsewhere)).toEqual([]);
});

test('a list whose entries have a common name is counted in the texts of its own section only', () => {
  const check = { intro: 'Six questions. You see the result at once.' };
  const growth = entries('services', 'question', { shown: 5 });
  const content = grouped([item('services', 'growth-check', check), ...growth, ...entries('cta', 'faq', { shown: 7 })]);
  expect(findCountMismatches('cta', content)).toEqual([]);
  expect(findCountMismatches('services', content).map(({ list, stated, shown }) => [list, stated, shown])).toEqual([
    [
      'questions',
      '“Six questions. You see the result at once.” (Services: Growth check)',
      '5 under Growth check questions',
    ],
  ]);
});

test('“in one step” is not a count', () => {
  const note = item('footer', 'blurb', 'Leave in one step.');
  expect(findCountMismatches('process', grouped([note, ...entries('process', 'step', { shown: 4 })]))).toEqual([]);
});

test('a text above the entries of a list is reported at that list', () => {
  const items = [item('about', 'body', 'All nine services'), ...entries('services', 'service', { shown: 10 })];
  expect(findCountMismatches('about', grouped(items)).map(({ list, key }) => [list, key])).toEqual([
    ['blocks', 'body'],
  ]);
});

test('the data of a table states no number of entries', () => {
  const data = { projects: [{ name: 'Pune', reason: 'Customs papers came back with two questions' }] };
  const items = [item('services', 'dashboard-data', data), ...entries('services', 'question', { shown: 6 })];
  expect(findCountMismatches('services', grouped(items))).toEqual([]);
});

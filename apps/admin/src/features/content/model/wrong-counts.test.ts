import type { ContentItem, GroupedContent } from '@threadline/schema/content-item';
import { expect, test } from 'vitest';
import { wrongCounts } from './wrong-counts.ts';

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

function wordsFor(heading: string, shown: number, hidden = 0) {
  const items = [item('services', 'heading', heading), ...entries('services', 'service', { shown, hidden })];
  return wrongCounts('services', grouped(items)).map(({ list, key, words }) => [list, key, words]);
}

test('a heading that names another number than visitors see is named', () => {
  expect(wordsFor('Nine services, one plan', 9, 1)).toEqual([]);
  expect(wordsFor('Nine services, one plan', 10)).toEqual([
    ['cards', 'heading', 'The site says “Nine services, one plan” (Services: Heading), and shows 10 under Services.'],
  ]);
  expect(wordsFor('All 12 services', 11)).toHaveLength(1);
  expect(wordsFor('Services for one plan', 10)).toEqual([]);
  expect(wordsFor('Nine services. Ten services more', 9)).toHaveLength(1);
  expect(wordsFor('All twenty services', 9)).toHaveLength(1);
});

test.each(['More than 100 services delivered', 'We gave 1,200 services', 'The 2026 services'])(
  'a number that can be no count of them is none: %s',
  (heading) => {
    expect(wordsFor(heading, 9)).toEqual([]);
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

test('a text of another section is told under the list, and where it stands; hidden ones and articles are not', () => {
  const remark = { section: 'hero', key: 'slide-hiring', field: '/secondaryCTA/label' };
  const words = 'The site says “All nine services” (Slide: Hire well), and shows 10 under Services.';
  expect(wrongCounts('services', elsewhere)).toEqual([
    { ...remark, list: 'cards', words },
    expect.objectContaining({ list: 'cards', section: 'cta', key: 'faq-choice', field: '/question' }),
  ]);
  expect(wrongCounts('hero', elsewhere)).toEqual([{ ...remark, list: 'slides', words }]);
  expect(wrongCounts('about', elsewhere)).toEqual([]);
});

test('a list whose entries have a common name is counted in the texts of its own section only', () => {
  const check = { intro: 'Six questions. You see the result at once.' };
  const growth = entries('services', 'question', { shown: 5 });
  const content = grouped([item('services', 'growth-check', check), ...growth, ...entries('cta', 'faq', { shown: 7 })]);
  expect(wrongCounts('cta', content)).toEqual([]);
  expect(wrongCounts('services', content).map(({ list, words }) => [list, words])).toEqual([
    [
      'questions',
      'The site says “Six questions. You see the result at once.” (Services: Growth check), and shows 5 under Growth check questions.',
    ],
  ]);
});

test('“in one step” counts nothing', () => {
  const note = item('footer', 'blurb', 'Leave in one step.');
  expect(wrongCounts('process', grouped([note, ...entries('process', 'step', { shown: 4 })]))).toEqual([]);
});

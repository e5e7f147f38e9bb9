import { group, list, number, table, text } from '@threadline/schema/primitives/fields';
import { richText } from '@threadline/schema/rich-text/rich-text';
import { expect, test } from 'vitest';
import { compareTexts } from './compare.ts';

const schema = group('Board', {
  heading: text('Heading'),
  tabs: list('Tabs', text('Tab')),
  projects: table('Projects', { name: text('Project'), cost: number('Cost') }, { itemTitle: 'project' }),
});
const [pune, dealer, move] = [
  { name: 'Pune', cost: 6 },
  { name: 'Dealer app', cost: 2 },
  { name: 'Move', cost: 0 },
];
const start = { heading: 'Board', tabs: ['one', 'two'], projects: [pune, dealer, move] };
const compare = (value: unknown, title = '') => compareTexts({ schema }, { value: start, title: '' }, { value, title });
const describe = (value: unknown, title?: string) =>
  compare(value, title).map(({ label, before, after }) => [label, before, after]);

test('a list that grew or shrank is one change, and so is the title', () => {
  const changes = describe({ ...start, heading: 'New', tabs: ['one'] }, 'A title');
  expect(changes.map(([label]) => label)).toEqual(['Heading', 'Tabs', 'Name in the list']);
});

test('a changed cell is named by its row and its column, wherever the row is', () => {
  const projects = [pune, { ...dealer, cost: 3 }, move];
  expect(compare({ ...start, projects })).toEqual([
    { pointer: '/projects/1/cost', label: 'Projects: Dealer app, Cost', input: 'number', before: '2', after: '3' },
  ]);
  expect(describe({ ...start, projects: [{ ...dealer, cost: 3 }, move] })).toEqual([
    ['Projects: Dealer app, Cost', '2', '3'],
    ['Projects, removed project', 'Pune · 6', ''],
  ]);
});

test('a formatted text is compared without the marks of its formats, unless only these differ', () => {
  const article = group('Article', { body: richText('Text') });
  const write = (text: string, marks: { type: 'bold' }[] = []) => ({
    title: '',
    value: { body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text, marks }] }] } },
  });
  const texts = (before: ReturnType<typeof write>, after: ReturnType<typeof write>) =>
    compareTexts({ schema: article }, before, after).map((change) => [change.before, change.after]);
  const bold = [{ type: 'bold' as const }];
  expect(texts(write('Who decides', bold), write('Who pays', bold))).toEqual([['Who decides', 'Who pays']]);
  expect(texts(write('Who pays'), write('Who pays', bold))).toEqual([['Who pays', '**Who pays**']]);
});

test('new, removed and moved rows are shown as rows', () => {
  expect(describe({ ...start, projects: [...start.projects, { name: 'ERP', cost: 8 }] })).toEqual([
    ['Projects, new project', '', 'ERP · 8'],
  ]);
  expect(describe({ ...start, projects: [dealer, pune, move] })).toEqual([
    ['Projects, order', 'Pune\nDealer app\nMove', 'Dealer app\nPune\nMove'],
  ]);
});

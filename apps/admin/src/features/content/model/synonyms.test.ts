import { expect, test } from 'vitest';
import { expandQuery, listLeadingNames } from './synonyms.ts';

test.each([
  ['Blog', ['articles']],
  [' dark ', ['dark mode', 'light mode']],
  ['phone  number', ['phone']],
  ['WhatsApp', ['whatsapp number']],
  ['holiday', ['holidays', 'office hours as text']],
  ['new', []],
  ['employee', []],
])('“%s” leads to the results %j', (query, names) => {
  expect(listLeadingNames(query)).toEqual(names);
});

test('a term stands for the terms of its groups, also while it is typed', () => {
  expect(expandQuery('staff')).toEqual(expect.arrayContaining(['staff', 'people', 'user']));
  expect(expandQuery('emplo')).toContain('people');
  expect(expandQuery('em')).toEqual(['em']);
});

import { createTag } from '@threadline/schema/content/preview-tags';
import { expect, test } from 'vitest';
import { escapeMarkup, parseProse } from './prose.ts';

test('a blank line starts a paragraph, a line break alone does not', () => {
  expect(parseProse('One\nline.\n\nTwo.')).toEqual([
    { kind: 'paragraph', text: 'One line.' },
    { kind: 'paragraph', text: 'Two.' },
  ]);
});

test('lines with a hyphen become one list, also right below a paragraph', () => {
  expect(parseProse('Kept:\n- name\n- address\n\n- other')).toEqual([
    { kind: 'paragraph', text: 'Kept:' },
    { kind: 'list', lines: ['name', 'address'] },
    { kind: 'list', lines: ['other'] },
  ]);
});

test('a hyphen inside a line is only a hyphen', () => {
  expect(parseProse('24-48 hours - at most')).toEqual([{ kind: 'paragraph', text: '24-48 hours - at most' }]);
});

test('lines with a bar become one table, with or without a bar at the end', () => {
  expect(parseProse('Sample:\n| Owner | Due |\n| Stores | 12 Dec\n\n|A||B|')).toEqual([
    { kind: 'paragraph', text: 'Sample:' },
    {
      kind: 'table',
      rows: [
        ['Owner', 'Due'],
        ['Stores', '12 Dec'],
      ],
    },
    { kind: 'table', rows: [['A', '', 'B']] },
  ]);
});

test('in a preview the tag at the end of a row belongs to its last cell', () => {
  const tag = createTag(7);
  expect(parseProse(`| Owner | Due |${tag}`)).toEqual([{ kind: 'table', rows: [['Owner', `Due${tag}`]] }]);
});

test('content cannot become markup', () => {
  expect(escapeMarkup('a < b & "c"')).toBe('a &lt; b &amp; &quot;c&quot;');
});

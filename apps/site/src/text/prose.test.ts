import { expect, test } from 'vitest';
import { escapeMarkup, parseProse, proseToHtml } from './prose.ts';

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

test('content cannot become markup', () => {
  expect(escapeMarkup('a < b & "c"')).toBe('a &lt; b &amp; &quot;c&quot;');
});

test('parts become headings, paragraphs and lists', () => {
  const sections = [{ heading: 'One & two', text: 'First.\n\n- a\n- b' }];
  expect(proseToHtml(sections)).toBe('<h2>One &amp; two</h2><p>First.</p><ul><li>a</li><li>b</li></ul>');
});

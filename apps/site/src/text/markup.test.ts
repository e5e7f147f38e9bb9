import { expect, test } from 'vitest';
import { escapeMarkup, proseToHtml } from './markup.ts';

test('content cannot become markup', () => {
  expect(escapeMarkup('a < b & "c"')).toBe('a &lt; b &amp; &quot;c&quot;');
});

test('parts become headings, paragraphs and lists', () => {
  const sections = [{ heading: 'One & two', text: 'First.\n\n- a\n- b' }];
  expect(proseToHtml(sections)).toBe('<h2>One &amp; two</h2><p>First.</p><ul><li>a</li><li>b</li></ul>');
});

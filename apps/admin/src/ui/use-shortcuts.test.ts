import { expect, test } from 'vitest';
import { isTextInput } from './use-shortcuts.ts';

test.each([
  ['<input>', true],
  ['<textarea></textarea>', true],
  ['<select></select>', true],
  ['<div role="textbox" tabindex="0"></div>', true],
  ['<button>Save</button>', false],
  ['<a href="/">Home</a>', false],
])('%s accepts text: %s', (html, expected) => {
  const container = document.createElement('div');
  container.innerHTML = html;
  expect(isTextInput(container.firstElementChild)).toBe(expected);
});

test('the page itself accepts no text', () => {
  expect(isTextInput(document.body)).toBe(false);
  expect(isTextInput(null)).toBe(false);
});

import { expect, test } from 'vitest';
import { isTyping } from './use-shortcuts.ts';

test.each([
  ['<input>', true],
  ['<textarea></textarea>', true],
  ['<select></select>', true],
  ['<div role="textbox" tabindex="0"></div>', true],
  ['<button>Save</button>', false],
  ['<a href="/">Home</a>', false],
])('in %s somebody types: %s', (html, typing) => {
  const place = document.createElement('div');
  place.innerHTML = html;
  expect(isTyping(place.firstElementChild)).toBe(typing);
});

test('nobody types on the page itself', () => {
  expect(isTyping(document.body)).toBe(false);
  expect(isTyping(null)).toBe(false);
});

import { expect, test } from 'vitest';
import { isShortcutKey, isTextInput } from './use-shortcuts.ts';

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

test('a letter is no shortcut while a dialog or the full-screen writer is open, also beside its fields', () => {
  const press = new KeyboardEvent('keydown', { key: 'u' });
  expect(isShortcutKey(press)).toBe(true);
  for (const html of ['<div role="dialog" aria-modal="true"></div>', '<form data-writing="none"></form>']) {
    document.body.innerHTML = html;
    expect(isShortcutKey(press)).toBe(false);
  }
  document.body.innerHTML = '';
});

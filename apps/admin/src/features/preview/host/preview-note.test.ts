import { expect, test } from 'vitest';
import { faultWords } from './preview-note.tsx';
import type { Fault } from './preview-overrides.ts';

const fault = (section: string, key: string, pointer: string, isEmpty = true): Fault => {
  return { section, key, pointer, isEmpty, detail: 'Choose a picture.' };
};

test('what the preview waits for is named as the form names it, each field once', () => {
  const block = ['', '/src'].map((part) => fault('about', 'block-x', `/picture${part}`));
  expect(faultWords(block)).toBe('The preview waits for: Picture.');
  const slide = ['/label', '/primaryCTA/label', '/media/src'].map((pointer) => fault('hero', 'slide-x', pointer));
  expect(faultWords(slide)).toBe('The preview waits for: Short name; Main button, Words; Picture or film.');
});

test('words that do not fit are told with the reason, once nothing is missing', () => {
  const tooLong = { ...fault('hero', 'title', '', false), detail: 'Use at most 72 characters.' };
  expect(faultWords([tooLong])).toBe('Title: Use at most 72 characters. The page shows the last text that fits.');
  expect(faultWords([tooLong, fault('hero', 'subtitle', '')])).toBe('The preview waits for: Subtitle.');
  expect(faultWords([])).toBe('');
});

import { expect, test } from 'vitest';
import { formatInvalid, listPlaceholderNames } from './preview-note.tsx';
import type { InvalidField } from './preview-overrides.ts';

const createField = (section: string, key: string, pointer: string, isEmpty = true): InvalidField => {
  return { section, key, pointer, isEmpty, message: 'Choose an image.' };
};

test('empty fields are listed once, with the labels of the form', () => {
  const block = ['', '/src'].map((part) => createField('about', 'block-x', `/picture${part}`));
  expect(formatInvalid(block)).toBe('Fill in to update the preview: Image.');
  const slide = ['/label', '/primaryCTA/label', '/media/src'].map((pointer) => createField('hero', 'slide-x', pointer));
  expect(formatInvalid(slide)).toBe('Fill in to update the preview: Short name; Main button, Text; Image or video.');
});

test('a new entry is empty without a list of what is missing: the page shows the names of its fields', () => {
  const title = { ...createField('process', 'step-x', '/title'), isFilled: true };
  expect(formatInvalid([title])).toBe('Empty parts of this page show their names until you fill them in.');
});

test('each invalid text is reported with its error, after the empty fields', () => {
  const tooLong = { ...createField('hero', 'title', '', false), message: 'Use at most 72 characters.' };
  expect(formatInvalid([tooLong])).toBe('Headline: Use at most 72 characters. The preview shows the last valid text.');
  expect(formatInvalid([tooLong, createField('hero', 'subtitle', '')])).toBe(
    'Fill in to update the preview: Sub-headline. Headline: Use at most 72 characters. The preview shows the last valid text.',
  );
  const tooLongToo = { ...createField('hero', 'label', '', false), message: 'Use at most 40 characters.' };
  expect(formatInvalid([tooLong, tooLongToo])).toBe(
    'Headline: Use at most 72 characters. Name of the slides: Use at most 40 characters. The preview shows the last valid text.',
  );
  expect(formatInvalid([])).toBe('');
});

test('a text that is typed on the page is shown there, so only its excess is reported', () => {
  const tooLong = { ...createField('hero', 'title', '', false), excess: 6 };
  const excess = '“Headline” is 6 characters too long. Shorten it before you save.';
  expect(formatInvalid([tooLong], tooLong)).toBe(excess);
  expect(formatInvalid([tooLong])).toBe(`${excess} The preview shows the last valid text.`);
});

test('details of the firm that are placeholders are named once, by their field or list', () => {
  const at = { type: 'group', metadata: {}, position: 0, version: 1, updatedAt: '', updatedBy: null };
  const value = { email: 'hello@example.com', phone: '98765 43210', addressLines: ['Placeholder', 'Placeholder two'] };
  const content = { site: { contact: { section: 'site', key: 'contact', value, ...at } } };
  expect(listPlaceholderNames({ content })).toEqual(['Email', 'Address']);
});

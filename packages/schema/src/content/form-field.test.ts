import { expect, test } from 'vitest';
import { findDefinition } from './content-model.ts';
import { getField, getLabelAt, hasRequired, isRequired, listLeaves } from './form-field.ts';

function listFields(section: string, key: string) {
  const definition = findDefinition(section, key);
  if (!definition) throw new Error('There is no such item.');
  return getField(definition.schema);
}

test.each([
  ['hero', 'title', '', 'Headline'],
  ['hero', 'slide-x', '/label', 'Short name'],
  ['hero', 'slide-x', '/primaryCTA/label', 'Main button, Text'],
  ['hero', 'slide-x', '/media/src', 'Image or video'],
  ['about', 'block-x', '/picture/src', 'Image'],
  ['insights', 'article-x', '/picture/src', 'Cover'],
  ['hero', 'slide-x', '/media/poster', 'Poster image'],
  ['hero', 'slide-x', '/media/findings/1/text', 'Image or video, Finding 2'],
  ['site', 'brand', '/colors/primary', 'Main colour'],
  ['site', 'contact', '/addressLines/1', 'Address line 2'],
  ['services', 'dashboard-data', '/projects/2/status', 'Projects this week, row 3, Status'],
  ['insights', 'article-x', '/body/content/0/content/0/text', 'Text, part 1'],
])('the label of %s.%s at "%s" matches the form', (section, key, pointer, label) => {
  expect(getLabelAt(listFields(section, key), pointer)).toBe(label);
});

test('a group and its only field with the same title are named once', () => {
  const [picture] = listLeaves(listFields('about', 'block-x'), {}).filter(({ pointer }) => pointer === '/picture/src');
  expect(picture?.label).toBe('Image');
});

test('a formatted text is written with the meanings of its variables', () => {
  const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'For {retention}.' }] }] };
  const [leaf] = listLeaves(listFields('site', 'page-x'), { body }).filter(({ pointer }) => pointer === '/body');
  expect(leaf?.text).toBe('For [months that enquiries are kept].');
});

test('several choices are one field with one text', () => {
  const leaves = listLeaves(listFields('site', 'contact'), { openDays: ['monday', 'friday'] });
  expect(leaves.filter(({ pointer }) => pointer.startsWith('/openDays'))).toEqual([
    { pointer: '/openDays', label: 'Open on', text: 'Monday, Friday' },
  ]);
});

test('required fields follow from the schema', () => {
  const { properties = {} } = listFields('hero', 'slide-x');
  const required = Object.entries(properties).flatMap(([name, field]) => (isRequired(field) ? [name] : []));
  expect(required).toEqual(['label', 'kicker']);
  const { src, poster, alt } = properties.media?.properties ?? {};
  expect([src, poster, alt].map((field) => field && isRequired(field))).toEqual([true, true, false]);
  expect(hasRequired(listFields('hero', 'slide-x'))).toBe(true);
});

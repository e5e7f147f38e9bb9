import { expect, test } from 'vitest';
import { findDefinition } from './content-model.ts';
import { fieldOf, hasRequired, isRequired, labelAt, leavesOf } from './form-field.ts';

function fieldsOf(section: string, key: string) {
  const definition = findDefinition(section, key);
  if (!definition) throw new Error('There is no such item.');
  return fieldOf(definition.schema);
}

test.each([
  ['hero', 'title', '', 'Title'],
  ['hero', 'slide-x', '/label', 'Short name'],
  ['hero', 'slide-x', '/primaryCTA/label', 'Main button, Words'],
  ['hero', 'slide-x', '/media/src', 'Picture or film'],
  ['about', 'block-x', '/picture/src', 'Picture'],
  ['site', 'contact', '/addressLines/1', 'Address, Line 2'],
  ['insights', 'article-x', '/body/0/text', 'Article, Part 1, Text'],
])('the field of %s.%s at "%s" is called as the form calls it', (section, key, pointer, label) => {
  expect(labelAt(fieldsOf(section, key), pointer)).toBe(label);
});

test('a group and the one field that bears its name are said once', () => {
  const [picture] = leavesOf(fieldsOf('about', 'block-x'), {}).filter(({ pointer }) => pointer === '/picture/src');
  expect(picture?.label).toBe('Picture');
});

test('what has to be filled in follows from the schema', () => {
  const { properties = {} } = fieldsOf('hero', 'slide-x');
  const required = Object.entries(properties).flatMap(([name, field]) => (isRequired(field) ? [name] : []));
  expect(required).toEqual(['label', 'kicker']);
  const { src, poster, alt } = properties.media?.properties ?? {};
  expect([src, poster, alt].map((field) => field && isRequired(field))).toEqual([true, true, false]);
  expect(hasRequired(fieldsOf('hero', 'slide-x'))).toBe(true);
});

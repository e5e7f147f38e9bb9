import { expect, test } from 'vitest';
import { createTextPatch } from './optimistic-text-patch.ts';

const title = { section: 'hero', key: 'title', pointer: '' };
const caption = { section: 'stats', key: 'strip', pointer: '/rows/1/caption' };
const strip = (text: unknown) => [{ section: 'stats', key: 'strip', value: { rows: [{}, { caption: text }] } }];

test('a patch exists for the text of a single item and of a nested field', () => {
  const edit = (value: string) => [{ ...title, value }];
  expect(createTextPatch(title, edit('On'), edit('One'))).toEqual({ field: title, before: 'On', after: 'One' });
  expect(createTextPatch(caption, strip(''), strip('A'))).toEqual({ field: caption, before: '', after: 'A' });
});

test('there is no patch when an entry is added before the field, whose place was that of another one', () => {
  const field = { section: 'services', key: 'card-audit', pointer: '/includes/1' };
  const edit = (...includes: string[]) => [{ section: 'services', key: 'card-audit', value: { includes } }];
  expect(createTextPatch(field, edit('First', 'Second'), edit('First', 'N', 'Second'))).toBeUndefined();
  expect(createTextPatch(field, edit('First', 'N', 'Second'), edit('First', 'Ne', 'Second'))).toEqual({
    field,
    before: 'N',
    after: 'Ne',
  });
});

test.each([
  ['nothing changed', strip('A'), strip('A')],
  ['the field is not a text', strip(1), strip(2)],
  ['the editor was just opened', [], strip('A')],
  ['the editor was closed', strip('A'), []],
  ['the row is removed', strip('A'), [{ section: 'stats', key: 'strip', value: { rows: [] } }]],
])('there is no patch when %s', (_, made, now) => {
  expect(createTextPatch(caption, made, now)).toBeUndefined();
});

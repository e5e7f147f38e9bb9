import { getField } from '@threadline/schema/content/form-field';
import { choice, group, list, number, picture, text, toggle } from '@threadline/schema/primitives/fields';
import { expect, test } from 'vitest';
import { blankValue, completeValue, examplePicture, isEqual, startingValue } from './form-model.ts';

const entry = getField(
  group('Entry', {
    line: text('Line', { max: 72 }),
    cover: picture('Cover'),
    count: number('Count', { max: 100 }),
    shown: toggle('Shown', true),
    kind: choice('Kind', { image: 'Picture', video: 'Video' }),
    lines: list('Lines', text('Line of the list', { max: 20 }), { min: 1, max: 3, itemTitle: 'line' }),
  }),
);

const start = {
  line: 'A line',
  cover: { src: '/art/hero-pms', alt: '' },
  count: 3,
  shown: true,
  kind: 'image',
  lines: ['one', 'two'],
};

test('a new entry starts with the defaults of its schema', () => {
  expect(blankValue(entry)).toEqual({
    line: '',
    cover: { src: '', alt: '', decorative: false },
    count: 0,
    shown: true,
    kind: 'image',
    lines: [''],
  });
});

test('an entry that is saved without a draft starts with the picture that the preview shows', () => {
  const picture = { src: examplePicture, alt: '', decorative: false };
  expect(startingValue(entry)).toEqual({ ...Object(blankValue(entry)), cover: picture });
});

test('missing properties are filled in, so that an untouched form is not a change', () => {
  const { shown: _, ...older } = start;
  expect(isEqual(completeValue(entry, older), completeValue(entry, start))).toBe(true);
});

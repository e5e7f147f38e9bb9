import { expect, test } from 'vitest';
import { changedValues } from './image-edits.ts';

const image = { alt: 'A loom', decorative: false, tags: ['hero'], focus: { x: 0.5, y: 0.5 } };

test.each([
  [{}, {}],
  [{ tags: ['hero', 'banner'] }, { tags: ['hero', 'banner'] }],
  [{ alt: 'A loom', focus: { x: 0.5, y: 0.5 } }, {}],
  [{ alt: 'A hand loom', tags: ['hero'] }, { alt: 'A hand loom' }],
])('of the edits %j only %j is sent', (edits, sent) => {
  expect(changedValues(image, edits)).toEqual(sent);
});

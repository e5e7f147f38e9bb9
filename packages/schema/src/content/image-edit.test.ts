import { expect, test } from 'vitest';
import { findEditError, type ImageEdit, imageEditSchema, moveFocus, noEdit, rotateCrop } from './image-edit.ts';

const original = { width: 800, height: 400 };
const crop = { x: 400, y: 100, width: 200, height: 200 };

test.each<[string, ImageEdit, { x: number; y: number }]>([
  ['a quarter turn', { rotation: 90, crop: null }, { x: 50, y: 75 }],
  ['a half turn', { rotation: 180, crop: null }, { x: 25, y: 50 }],
  ['three quarters', { rotation: 270, crop: null }, { x: 50, y: 25 }],
  ['a crop', { rotation: 0, crop }, { x: 100, y: 50 }],
  ['a crop without the point', { rotation: 0, crop: { ...crop, x: 0, y: 0 } }, { x: 100, y: 100 }],
  ['a turn and a crop', { rotation: 90, crop: { x: 100, y: 500, width: 200, height: 200 } }, { x: 50, y: 50 }],
])('the focal point stays at the same place of the picture after %s, and back', (_, edit, expected) => {
  expect(moveFocus({ x: 75, y: 50 }, original, { from: noEdit, to: edit })).toEqual(expected);
  if (!edit.crop || edit.rotation) {
    expect(moveFocus(expected, original, { from: edit, to: noEdit })).toEqual({ x: 75, y: 50 });
  }
});

test('a crop turns with its picture, and four turns give the same crop', () => {
  expect(rotateCrop(crop, original)).toEqual({ x: 100, y: 400, width: 200, height: 200 });
  let turned = { ...crop, width: 300 };
  let bounds = original;
  for (let turn = 0; turn < 4; turn++) {
    turned = rotateCrop(turned, bounds);
    bounds = { width: bounds.height, height: bounds.width };
  }
  expect(turned).toEqual({ ...crop, width: 300 });
});

test('a crop must be inside the turned picture, and not too small', () => {
  expect(findEditError(original, { rotation: 0, crop: { x: 600, y: 0, width: 200, height: 400 } })).toBeUndefined();
  expect(findEditError(original, { rotation: 90, crop: { x: 600, y: 0, width: 200, height: 400 } })).toBe(
    'The crop exceeds the picture, which has 400 × 800 pixels.',
  );
  const { error } = imageEditSchema.safeParse({ rotation: 0, crop: { ...crop, width: 99 } });
  expect(error?.issues[0]?.message).toBe('Make the picture at least 100 × 100 pixels.');
});

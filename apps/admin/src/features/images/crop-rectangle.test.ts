import { expect, test } from 'vitest';
import {
  createCrop,
  getArrowMove,
  type Handle,
  hasRoom,
  moveHandle,
  setCropFields,
  turnCrop,
} from './crop-rectangle.ts';

const bounds = { width: 800, height: 400 };
const crop = { x: 200, y: 100, width: 300, height: 200 };
const list = ({ x, y, width, height }: typeof crop) => [x, y, width, height].join(' ');

test.each([
  [undefined, '0 0 800 400'],
  [1, '200 0 400 400'],
  [16 / 9, '44 0 711 400'],
  [3, '0 66 800 267'],
])('a new crop of the ratio %s is the largest one in the middle: %s', (ratio, expected) => {
  expect(list(createCrop({ bounds, ratio }))).toBe(expected);
});

test('a new crop is where the place shows the picture now, around the focal point', () => {
  expect(list(createCrop({ bounds, ratio: 1 }, { x: 80, y: 10 }))).toBe('320 0 400 400');
});

test.each<[Handle, number, number, number | undefined, string]>([
  ['all', 50, -50, undefined, '250 50 300 200'],
  ['all', 900, 900, undefined, '500 200 300 200'],
  ['se', 100, 50, undefined, '200 100 400 250'],
  ['nw', 100, 50, undefined, '300 150 200 150'],
  ['w', -900, 0, undefined, '0 100 500 200'],
  ['e', -900, 0, undefined, '200 100 100 200'],
  ['n', 0, 900, undefined, '200 200 300 100'],
  ['se', 60, 0, 1.5, '200 100 360 240'],
  ['se', 900, 900, 1.5, '200 100 450 300'],
  ['s', 0, 40, 1.5, '200 100 360 240'],
  ['nw', 900, 900, 1.5, '350 200 150 100'],
])('the handle %s moved by %i, %i with the ratio %s gives %s', (handle, dx, dy, ratio, expected) => {
  expect(list(moveHandle(crop, { handle, dx, dy }, { bounds, ratio }))).toBe(expected);
});

test('a narrow picture has no room for a wide crop, and no crop leaves the picture', () => {
  const narrow = { width: 150, height: 400 };
  expect([undefined, 1, 4 / 3, 16 / 9].map((ratio) => hasRoom({ bounds: narrow, ratio }))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  const wide = createCrop({ bounds: narrow, ratio: 16 / 9 });
  const moved = moveHandle(wide, { handle: 'e', dx: 90, dy: 0 }, { bounds: narrow, ratio: 16 / 9 });
  expect(moved.width).toBe(150);
});

test('typed numbers stay within the picture and keep the ratio', () => {
  expect(list(setCropFields(crop, { x: 700 }, { bounds, ratio: undefined }))).toBe('500 100 300 200');
  expect(list(setCropFields(crop, { height: 5 }, { bounds, ratio: undefined }))).toBe('200 100 300 100');
  expect(list(setCropFields(crop, { width: 150 }, { bounds, ratio: 1.5 }))).toBe('200 100 150 100');
});

test('a crop turns with its picture, to the right and to the left', () => {
  expect(list(turnCrop(crop, bounds, 90))).toBe('100 200 200 300');
  expect(list(turnCrop(crop, bounds, 270))).toBe('100 300 200 300');
});

test('an arrow key moves a handle by a share of the longer side, and with Shift by a larger one', () => {
  expect(getArrowMove('ArrowLeft', bounds, false)).toEqual({ dx: -8, dy: 0 });
  expect(getArrowMove('ArrowDown', bounds, true)).toEqual({ dx: 0, dy: 40 });
  expect(getArrowMove('ArrowUp', { width: 20, height: 30 }, false)).toEqual({ dx: 0, dy: -1 });
  expect(getArrowMove('Enter', bounds, false)).toBeUndefined();
});

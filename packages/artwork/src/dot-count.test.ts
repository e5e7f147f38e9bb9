import { expect, test } from 'vitest';
import { countDots, getDotValue, scaleToDots } from './dot-count.ts';

test.each([
  [92, '%', { dots: 25, woven: 23, rows: 1 }],
  [98, '%', { dots: 50, woven: 49, rows: 2 }],
  [85, '%', { dots: 20, woven: 17, rows: 1 }],
  [100, '%', { dots: 10, woven: 10, rows: 1 }],
  [0, '%', { dots: 10, woven: 0, rows: 1 }],
  [33.3, '%', { dots: 50, woven: 17, rows: 2 }],
  [5000, '+', { dots: 50, woven: 50, rows: 2 }],
  [20, '+', { dots: 20, woven: 20, rows: 1 }],
  [0, '', { dots: 1, woven: 1, rows: 1 }],
])('%d%s is %o', (value, suffix, strip) => {
  expect(countDots(value, suffix)).toEqual(strip);
});

test.each([
  [92, '%', 4],
  [87.5, '%', 2],
  [100, '%', 10],
  [5000, '+', 100],
  [20, '+', 1],
  [0, '', 0],
])('one dot of %d%s is %d', (value, suffix, each) => {
  expect(getDotValue({ value, suffix })).toBe(each);
});

test.each([
  [
    [14, 5],
    [14, 5],
  ],
  [
    [71, 45],
    [16, 10],
  ],
  [
    [2, 5000],
    [1, 16],
  ],
  [
    [12, 0],
    [12, 0],
  ],
  [
    [0, 0],
    [0, 0],
  ],
])('%j in one scale are %j dots', (counts, dots) => {
  expect(scaleToDots(counts)).toEqual(dots);
});

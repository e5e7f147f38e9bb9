import { expect, test } from 'vitest';
import { chooseEncoding, chooseRange } from './negotiation.ts';

test.each([
  [undefined, undefined],
  ['', undefined],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['BR', 'br'],
  ['br;q=0', undefined],
  ['br; q=0.000, gzip', 'gzip'],
  ['br;Q=0, gzip;q=0.1', 'gzip'],
  ['br;q=0.2, gzip;q=0.8', 'gzip'],
  ['*', 'br'],
  ['*;q=0.5, br;q=0', 'gzip'],
  ['gzip;q=0, *', 'br'],
  ['*;q=0', undefined],
  ['identity', undefined],
  ['identity;q=1, br;q=0.5', undefined],
  ['identity;q=0.5, gzip', 'gzip'],
  ['brotli, xgzip, x-br', undefined],
])('Accept-Encoding "%s" chooses %s', (header, encoding) => {
  expect(chooseEncoding(header, ['br', 'gzip'])).toBe(encoding);
});

test('a coding in which the response does not exist is never chosen', () => {
  expect(chooseEncoding('br, gzip', ['gzip'])).toBe('gzip');
  expect(chooseEncoding('br', ['gzip'])).toBeUndefined();
  expect(chooseEncoding('br, gzip', [])).toBeUndefined();
});

test.each([
  ['bytes=0-4', { first: 0, last: 4 }],
  ['bytes=5-', { first: 5, last: 9 }],
  ['bytes=5-999', { first: 5, last: 9 }],
  ['bytes=-3', { first: 7, last: 9 }],
  ['bytes=-999', { first: 0, last: 9 }],
  ['bytes=10-', null],
  ['bytes=-0', null],
  ['bytes=4-2', undefined],
  ['bytes=0-1,3-4', undefined],
  ['bytes=-', undefined],
  ['bytes=a-b', undefined],
  ['seconds=0-1', undefined],
  [undefined, undefined],
])('Range "%s" of ten bytes chooses %o', (range, expected) => {
  expect(chooseRange({ range, ifRange: undefined }, { etag: '"a"', bytes: 10 })).toEqual(expected);
});

test('a range of another version of the file is ignored', () => {
  const choose = (ifRange: string) => chooseRange({ range: 'bytes=0-1', ifRange }, { etag: '"a"', bytes: 10 });
  expect(choose('"a"')).toEqual({ first: 0, last: 1 });
  expect(choose('"b"')).toBeUndefined();
  expect(choose('W/"a"')).toBeUndefined();
});

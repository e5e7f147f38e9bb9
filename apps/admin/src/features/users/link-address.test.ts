import { expect, test } from 'vitest';
import { isOnlyHere, shownLink } from './link-address.ts';

test.each([
  ['http://localhost:3000/admin/password#abc', 'http://192.0.2.7:3000', 'http://192.0.2.7:3000/admin/password#abc'],
  ['http://127.0.0.1:3000/admin/password#abc', 'https://site.test', 'https://site.test/admin/password#abc'],
  ['https://site.test/admin/password#abc', 'http://192.0.2.7:3000', 'https://site.test/admin/password#abc'],
])('the link %s, seen at %s, is shown as %s', (link, origin, shown) => {
  expect(shownLink(link, origin)).toBe(shown);
});

test('an address that only this machine knows is told from one for others', () => {
  const addresses = ['http://localhost:3000/', 'http://127.0.0.1/', 'http://[::1]:3000/'];
  expect(addresses.map(isOnlyHere)).toEqual([true, true, true]);
  expect(['https://site.test/', 'http://192.0.2.7/', 'https://localhost.site.test/'].map(isOnlyHere)).toEqual([
    false,
    false,
    false,
  ]);
});

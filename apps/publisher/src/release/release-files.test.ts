import { expect, test } from 'vitest';
import { getFileName } from './release-files.ts';

test.each([
  ['/', 'index.html'],
  ['/terms/', 'terms/index.html'],
  ['/insights/the-friday-page/', 'insights/the-friday-page/index.html'],
  ['/404/', '404.html'],
  ['/robots.txt', 'robots.txt'],
  ['/caf%C3%A9/', 'café/index.html'],
])('%s is the file %s', (path, file) => {
  expect(getFileName(path)).toBe(file);
});

test.each([
  ['terms/'],
  ['/../secrets'],
  ['/a/%2e%2e/%2e%2e/b'],
  ['/a/../../b/'],
  ['/a//b/'],
  ['/./'],
  ['/a\\b'],
  ['/a%00b'],
  ['/a?b=1'],
  ['/%'],
  [''],
])('%j is rejected', (path) => {
  expect(() => getFileName(path)).toThrow(/cannot be a file/);
});

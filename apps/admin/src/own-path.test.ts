import { expect, test } from 'vitest';
import { ownPath } from './own-path.ts';

test.each(['/', '/content?section=hero&item=title', '/enquiries?id=1#notes'])(
  'F13 %j is led to after a sign-in',
  (path) => {
    expect(ownPath(path)).toBe(path);
  },
);

test.each<[unknown]>([
  ['https://evil.test/'],
  ['//evil.test'],
  ['/\\evil.test'],
  ['/\t/evil.test'],
  ['/\n/evil.test'],
  ['\\\\evil.test'],
  ['javascript:alert(1)'],
  ['evil.test'],
  [' /content'],
  [''],
  [undefined],
  [{ to: '/content' }],
  [['/content']],
])('F13 %j is led nowhere', (value) => {
  expect(ownPath(value)).toBeUndefined();
});

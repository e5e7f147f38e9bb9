import { expect, test } from 'vitest';
import { getSafeRedirectPath } from './safe-redirect-path.ts';

test.each(['/', '/content?section=hero&item=title', '/enquiries?id=1#notes'])(
  '%j is a redirect target after sign-in [F13]',
  (path) => {
    expect(getSafeRedirectPath(path)).toBe(path);
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
])('%j is not a redirect target [F13]', (value) => {
  expect(getSafeRedirectPath(value)).toBeUndefined();
});

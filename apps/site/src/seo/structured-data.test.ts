import { expect, test } from 'vitest';
import { toScriptJson } from './structured-data.ts';

test('content cannot close the script element [M9]', () => {
  const json = toScriptJson({ name: '</script><script>alert(1)</script>' });
  expect(json).not.toContain('<');
  expect(JSON.parse(json)).toEqual({ name: '</script><script>alert(1)</script>' });
});

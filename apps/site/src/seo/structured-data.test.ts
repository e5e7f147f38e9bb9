import { expect, test } from 'vitest';
import { toScriptJson } from './structured-data.ts';

test('M9 content cannot close the script element', () => {
  const json = toScriptJson({ name: '</script><script>alert(1)</script>' });
  expect(json).not.toContain('<');
  expect(JSON.parse(json)).toEqual({ name: '</script><script>alert(1)</script>' });
});

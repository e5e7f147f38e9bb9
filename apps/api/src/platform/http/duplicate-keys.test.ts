import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAccountFixture } from '../../../test/account-fixture.ts';
import { four } from '../../../test/lead-scene.ts';
import { footprint } from '../../../test/test-app.ts';
import { createApp, createServices } from '../../app.ts';
import { hasDuplicateKey } from './duplicate-keys.ts';

test.each([
  ['{"a":1,"a":2}', true],
  ['{"a":1,"\\u0061":2}', true],
  ['{"":1,"" :2}', true],
  ['[{"b":{"a":1}},{"a":1,"b":[],"a":{}}]', true],
  ['{"a":{"x":1},"b":{"x":1}}', false],
  ['{"a":"a","b":["a","a"],"c":"\\"a\\":1"}', false],
  ['{"a":"{\\"b\\":1,","b":1}', false],
  ['"a"', false],
  ['{"a\\\\":1,"a\\\\"\n:2}', true],
  ['{"a\\\\":1,"a\\\\\\"":2}', false],
])('%s names a key twice: %s [M4]', (json, isRepeated) => {
  expect(JSON.parse(json)).toBeDefined();
  expect(hasDuplicateKey(json)).toBe(isRepeated);
});

test('the output of JSON.stringify never has a duplicate key [M4]', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(hasDuplicateKey(JSON.stringify(value, null, 1))).toBe(false);
    }),
  );
});

test.each([
  ['quotes', '\\"'],
  ['backslashes', '\\\\'],
  ['letters by number', '\\u0061'],
  ['blanks', ' '],
])('ten million %s in one string are read to their end [M4]', (_, part) => {
  const long = part.repeat(10_000_000);
  expect(hasDuplicateKey(`{"a":"${long}","b":1}`)).toBe(false);
  expect(hasDuplicateKey(`{"a":"${long}"${' '.repeat(1000)},"a":1}`)).toBe(true);
});

test('a request that names a field twice is refused in a sentence, and nothing is stored [M4]', async () => {
  const { deps } = createAccountFixture();
  const app = createApp(deps, createServices(deps));
  const before = footprint(deps);
  const body = JSON.stringify(four).replace('{', '{"email":"first@example.org",');
  const headers = { 'content-type': 'application/json' };
  const reply = await app.request('/api/request/send-request', { method: 'POST', headers, body });
  expect(reply.status).toBe(400);
  const message = 'A field appears twice in the same object. Send it once.';
  expect(await reply.json()).toMatchObject({ success: false, code: 'malformed-request', message });
  expect(footprint(deps)).toEqual(before);
});

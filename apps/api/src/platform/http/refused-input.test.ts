import { expect, test } from 'vitest';
import { createEnquiryFixture, minimalEnquiry } from '../../../test/enquiry-fixture.ts';
import { send } from '../../../test/test-app.ts';

const address = '203.0.113.9';

test.each([
  ['/api/auth/forgot-password', 10],
  ['/api/auth/login', 50],
  ['/api/auth/passkey', 50],
  ['/api/setup', 30],
  ['/api/auth/links/check', 60],
  ['/api/auth/links/accept', 30],
  ['/api/newsletter', 5],
  ['/api/my-data', 5],
  ['/api/request/send-request', 60],
])('POST %s answers 429 after %i refused bodies', async (path, limit) => {
  const { app } = createEnquiryFixture();
  const refusals = [
    { body: '{}' },
    { body: '{' },
    { body: { email: `a@${'.'.repeat(300)}@` } },
    { body: 'x'.repeat(100_000) },
    { body: 'text', headers: { 'content-type': 'text/plain' } },
  ];
  for (let count = 0; count < limit; count += 1) {
    const { status } = await send(app, path, { method: 'POST', address, ...refusals[count % refusals.length] });
    expect([400, 413, 415, 422]).toContain(status);
  }
  const refused = await send(app, path, { body: '{}', address });
  expect([refused.status, refused.body.code]).toEqual([429, 'rate-limited']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  // Other networks are not affected.
  expect((await send(app, path, { body: '{}', address: '198.51.100.1' })).status).toBe(422);
});

test('accepted enquiries do not count as refused', async () => {
  const { app } = createEnquiryFixture();
  const submit = (n: number) =>
    send(app, '/api/request/send-request', { body: { ...minimalEnquiry, message: `Question ${n}` }, address });
  for (let n = 0; n < 5; n += 1) expect((await submit(n)).status).toBe(200);
  for (let n = 0; n < 59; n += 1) await send(app, '/api/request/send-request', { body: '{}', address });
  expect((await send(app, '/api/request/send-request', { body: '{}', address })).status).toBe(422);
  expect((await send(app, '/api/request/send-request', { body: '{}', address })).status).toBe(429);
});

import { expect, test } from 'vitest';
import { createEnquiryFixture, minimalEnquiry } from '../../../test/enquiry-fixture.ts';

const site = 'https://www.example.org';
const createFixture = () => createEnquiryFixture({ SITE_URL: site, APP_URL: 'https://app.example.org' });
const path = '/api/request/send-request';

const requestFrom = (origin: string, call = path) =>
  createFixture().app.request(call, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,idempotency-key',
    },
  });

test.each([path, '/api/newsletter'])(
  'a page of the site at another address may send requests to %s [X5]',
  async (call) => {
    const { status, headers } = await requestFrom(site, call);
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, site]);
    expect(headers.get('access-control-allow-headers')).toBe('content-type,idempotency-key');
    expect(headers.get('access-control-allow-credentials')).toBe(null);
  },
);

test('an enquiry from such a page is stored, and the page may read the reply', async () => {
  const { app, rows } = createFixture();
  const reply = await app.request(path, {
    method: 'POST',
    headers: { origin: site, 'content-type': 'application/json' },
    body: JSON.stringify(minimalEnquiry),
  });
  expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([200, site]);
  expect(reply.headers.get('access-control-expose-headers')).toBe('retry-after');
  expect(rows()).toMatchObject([minimalEnquiry]);
});

test.each(['https://www.example.org.evil.example', 'http://www.example.org', 'null'])(
  'a page of %s may not send requests [X5]',
  async (origin) => {
    expect((await requestFrom(origin)).headers.get('access-control-allow-origin')).toBe(null);
  },
);

test('other routes refuse requests from another address [X5]', async () => {
  for (const call of ['/api/content', '/api/auth/login', '/auth/login', '/api/enquiries'])
    expect((await requestFrom(site, call)).headers.get('access-control-allow-origin')).toBe(null);
});

test('a form posted from this address leads to the thank-you page at this address', async () => {
  const { app } = createFixture();
  const headers = { origin: 'http://localhost', 'content-type': 'application/x-www-form-urlencoded' };
  const reply = await app.request(path, { method: 'POST', headers, body: new URLSearchParams(minimalEnquiry) });
  expect([reply.status, reply.headers.get('location')]).toEqual([
    303,
    expect.stringMatching(/^\/thanks\/\?reference=ENQ-\w{6}$/),
  ]);
});

test('a form posted from a site at another address gets a page with the reference', async () => {
  const { app, rows } = createFixture();
  const headers = { origin: site, 'content-type': 'application/x-www-form-urlencoded' };
  const reply = await app.request(path, { method: 'POST', headers, body: new URLSearchParams(minimalEnquiry) });
  expect([reply.status, reply.headers.get('location')]).toEqual([200, null]);
  expect(await reply.text()).toContain(`Your reference: ${rows()[0]?.reference}`);
});

test('with one address, a form leads to the thank-you page whatever name a proxy uses for this server', async () => {
  const { app } = createEnquiryFixture({ SITE_URL: site });
  const headers = { origin: site, 'content-type': 'application/x-www-form-urlencoded' };
  const url = `http://127.0.0.1:3000${path}`;
  const reply = await app.request(url, { method: 'POST', headers, body: new URLSearchParams(minimalEnquiry) });
  expect([reply.status, reply.headers.get('location')]).toEqual([303, expect.stringMatching(/^\/thanks\//)]);
});

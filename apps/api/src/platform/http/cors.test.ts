import { expect, test } from 'vitest';
import { createEnquiryFixture, minimalEnquiry } from '../../../test/enquiry-fixture.ts';

const site = 'https://www.example.org';
const elsewhere = () => createEnquiryFixture({ SITE_URL: site });
const path = '/api/request/send-request';

const ask = (origin: string, call = path) =>
  elsewhere().app.request(call, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,idempotency-key',
    },
  });

test.each([path, '/api/newsletter'])('a page at the address of the site may send to %s [X5]', async (call) => {
  const { status, headers } = await ask(site, call);
  expect([status, headers.get('access-control-allow-origin')]).toEqual([204, site]);
  expect(headers.get('access-control-allow-headers')).toBe('content-type,idempotency-key');
  expect(headers.get('access-control-allow-credentials')).toBe(null);
});

test('its enquiry is stored, and it may read the reply', async () => {
  const { app, rows } = elsewhere();
  const reply = await app.request(path, {
    method: 'POST',
    headers: { origin: site, 'content-type': 'application/json' },
    body: JSON.stringify(minimalEnquiry),
  });
  expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([200, site]);
  expect(rows()).toMatchObject([minimalEnquiry]);
});

test.each(['https://www.example.org.evil.example', 'http://www.example.org', 'null'])(
  'a page of %s may not [X5]',
  async (origin) => {
    expect((await ask(origin)).headers.get('access-control-allow-origin')).toBe(null);
  },
);

test('no other call may be made from another address [X5]', async () => {
  for (const call of ['/api/content', '/api/auth/login', '/auth/login', '/api/enquiries'])
    expect((await ask(site, call)).headers.get('access-control-allow-origin')).toBe(null);
});

test('a form posted from this address leads to the thank-you page beside it', async () => {
  const { app } = elsewhere();
  const headers = { origin: 'http://localhost', 'content-type': 'application/x-www-form-urlencoded' };
  const reply = await app.request(path, { method: 'POST', headers, body: new URLSearchParams(minimalEnquiry) });
  expect([reply.status, reply.headers.get('location')]).toEqual([
    303,
    expect.stringMatching(/^\/thanks\/\?reference=TL-\w{6}$/),
  ]);
});

test('a form posted from the address of the site is thanked for here, with the reference', async () => {
  const { app, rows } = elsewhere();
  const headers = { origin: site, 'content-type': 'application/x-www-form-urlencoded' };
  const reply = await app.request(path, { method: 'POST', headers, body: new URLSearchParams(minimalEnquiry) });
  expect([reply.status, reply.headers.get('location')]).toEqual([200, null]);
  expect(await reply.text()).toContain(`Your reference: ${rows()[0]?.reference}`);
});

test('behind a proxy that speaks https for the same name, the thank-you page is beside it', async () => {
  const { app } = elsewhere();
  const headers = { origin: site, 'content-type': 'application/x-www-form-urlencoded' };
  const url = `http://www.example.org${path}`;
  const reply = await app.request(url, { method: 'POST', headers, body: new URLSearchParams(minimalEnquiry) });
  expect([reply.status, reply.headers.get('location')]).toEqual([303, expect.stringMatching(/^\/thanks\//)]);
});

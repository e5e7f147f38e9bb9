import { join } from 'node:path';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createTestDeps } from '../../../test/create-test-deps.ts';
import { policy, writeRelease } from '../../../test/release.ts';
import { createReference } from '../../enquiries/intake/service.ts';
import { createLiveRelease, serveRelease } from './live-release.ts';

const body = '<h1>Thank you</h1><p id="reference" hidden>Your reference: {reference}</p>';

async function createSite(page = body) {
  const releasesDir = join(createTestDeps().config.dataDir, 'releases');
  writeRelease(releasesDir, '000001-00000001', { '/thanks/': { file: 'thanks/index.html', body: page } });
  const liveRelease = createLiveRelease(releasesDir);
  await liveRelease.load('000001-00000001');
  return new Hono().use(
    '*',
    serveRelease(liveRelease, () => ({})),
  );
}

test('the thank-you page shows the reference, has its own policy and is not cached [C12]', async () => {
  const app = await createSite();
  const reference = createReference();
  const reply = await app.request(`/thanks/?reference=${reference}`, { headers: { 'accept-encoding': 'br' } });
  expect([reply.status, await reply.text()]).toEqual([
    200,
    `<h1>Thank you</h1><p id="reference">Your reference: ${reference}</p>`,
  ]);
  const { headers } = reply;
  expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['no-store', null]);
  expect(headers.get('content-security-policy')).toBe(policy);
});

test.each([
  '',
  '?reference=',
  '?reference=ENQ-1',
  '?reference=%3Cb%3E',
  '?reference=ENQ-7K3M9Q%3C',
  '?reference=ENQ-7K3M9I',
])('with %j the thank-you page is the published one', async (query) => {
  const app = await createSite();
  expect(await (await app.request(`/thanks/${query}`)).text()).toBe(body);
});

test('a page without a slot for the reference is served unchanged', async () => {
  const app = await createSite('<h1>Thanks</h1>');
  expect(await (await app.request('/thanks/?reference=ENQ-7K3M9Q')).text()).toBe('<h1>Thanks</h1>');
});

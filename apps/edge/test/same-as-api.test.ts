import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdaptorServer, type ServerType } from '@hono/node-server';
import type { ReleaseManifest } from '@threadline/schema/wire/release';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLiveRelease, serveRelease } from '../../api/src/publishing/releases/live-release.ts';
import { createEnquiryFixture, minimalEnquiry } from '../../api/test/enquiry-fixture.ts';
import { startEdge } from './edge.ts';
import { listSiteRequests, type SiteRequest, sendRequest } from './request-table.ts';
import { getStored, openTarget, planSite, writeSite } from './store.ts';

const site = 'https://www.example.com';
let releasesDir: string;
let manifest: ReleaseManifest;
let api: ServerType;
let enquiries: ReturnType<typeof createEnquiryFixture>;
let edge: Awaited<ReturnType<typeof startEdge>>;

beforeAll(async () => {
  releasesDir = await mkdtemp(join(tmpdir(), 'edge-'));
  manifest = await writeSite(releasesDir, planSite(1, 'Home', '11111111'));
  const liveRelease = createLiveRelease(releasesDir, { withMedia: true });
  await liveRelease.load(manifest.id);
  enquiries = createEnquiryFixture({ SITE_URL: site });
  const app = new Hono()
    .all('/api/*', ({ req }) => enquiries.app.fetch(req.raw))
    .use(
      '*',
      serveRelease(liveRelease, () => ({})),
    );
  api = createAdaptorServer({ fetch: app.fetch });
  api.listen(0, '127.0.0.1');
  await once(api, 'listening');
  const appUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  edge = await startEdge({ edge: { bucket: 'site' }, forwarding: { bucket: 'site', appUrl } });
  const target = openTarget(await edge.bucket('edge'));
  const stored = getStored(releasesDir, manifest);
  await target.upload(stored, 1, AbortSignal.timeout(30_000));
  await target.activate(stored, 1, AbortSignal.timeout(30_000));
});

afterAll(async () => {
  api.close();
  await edge.stop();
  await rm(releasesDir, { recursive: true });
});

test('the API and the worker answer every request with the same status, headers and bytes', async () => {
  const answerAll = async (origin: string, requests: SiteRequest[]) => {
    const answers: Record<string, unknown> = {};
    for (const request of requests) answers[request.name] = await sendRequest(origin, request);
    return answers;
  };
  const requests = listSiteRequests(manifest);
  const expected = await answerAll(`http://127.0.0.1:${(api.address() as AddressInfo).port}`, requests);
  // Twice: the second time from the cache.
  for (const _ of [1, 2]) expect(await answerAll(edge.origin('edge'), requests)).toEqual(expected);
});

test('the table covers every kind of response', async () => {
  const answers = await Promise.all(
    listSiteRequests(manifest).map((request) => sendRequest(edge.origin('edge'), request)),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 206, 301, 304, 308, 404, 405, 416]));
  const encodings = answers.map(({ headers }) => headers['content-encoding']);
  expect(new Set(encodings)).toEqual(new Set([undefined, 'br']));
});

test('a form without JavaScript leads to the thank-you page with the reference', async () => {
  const origin = edge.origin('forwarding');
  const sent = await fetch(`${origin}/api/request/send-request`, {
    method: 'POST',
    headers: { origin: site },
    body: new URLSearchParams(minimalEnquiry),
    redirect: 'manual',
  });
  const [row] = enquiries.rows();
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `/thanks/?reference=${row?.reference}`]);
  const thanks = await fetch(origin + sent.headers.get('location'));
  expect(await thanks.text()).toContain(`Reference: ${row?.reference}`);
});

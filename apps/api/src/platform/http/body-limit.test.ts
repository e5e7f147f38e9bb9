import { expect, test } from 'vitest';
import { createEnquiryFixture } from '../../../test/enquiry-fixture.ts';
import { maxUploadBytes } from '../../media/upload.ts';

const chunk = new Uint8Array(64 * 1024).fill(0x20);
/** More than any request may send. */
const endless = 2 * maxUploadBytes;
const isUpload = (path: string) =>
  ['/api/upload/multiple', '/api/upload/image/:id/file', '/api/upload/image/:id/poster'].includes(path);

/** An upload is written to the disk while it arrives; every other request is held in memory and far smaller. */
function getMaxRead(path: string): number {
  const inMemory = 4 * 1024 * 1024;
  const maxBytes =
    path === '/api/upload/video' ? fixture.deps.config.video.bytes : isUpload(path) ? maxUploadBytes : inMemory;
  return maxBytes + 4 * chunk.length;
}

/** A body without an end and without a content length. */
function endlessBody() {
  const sent = { bytes: 0 };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (sent.bytes >= endless) return controller.close();
        sent.bytes += chunk.length;
        controller.enqueue(chunk);
      },
    },
    { highWaterMark: 0 },
  );
  return { body, sent };
}

const fixture = createEnquiryFixture();

/** Every route of the router that accepts a body. */
const routes = [
  ...new Set(
    fixture.app.routes
      .filter(({ method }) => !['ALL', 'GET', 'HEAD'].includes(method))
      .map(({ method, path }) => `${method} ${path}`),
  ),
].map((route) => route.split(' ') as [method: string, path: string]);

test('the route table contains all routes', () => {
  expect(routes.length).toBeGreaterThan(50);
  expect(routes).toContainEqual(['POST', '/api/outbox/:id/retry']);
});

test.each(routes)('%s %s refuses an endless body before it is in memory [M13]', async (method, path) => {
  const { body, sent } = endlessBody();
  const token = path.startsWith('/api/internal/') ? fixture.deps.secrets.publisherToken : await fixture.token();
  const reply = await fixture.app.request(
    path.replaceAll(/:\w+/g, 'about'),
    {
      method,
      body,
      duplex: 'half',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': isUpload(path) ? 'multipart/form-data; boundary=x' : 'application/json',
      },
    } as RequestInit,
    { incoming: { socket: { remoteAddress: '203.0.113.7' } } },
  );
  expect(reply.status).toBe(413);
  expect(await reply.json()).toMatchObject({ success: false, code: 'payload-too-large' });
  expect(sent.bytes).toBeLessThanOrEqual(getMaxRead(path));
});

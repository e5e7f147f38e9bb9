import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createImageFixture, picture } from '../../test/image-fixture.ts';

const path = '/api/upload/linked-video';
const href = 'https://youtu.be/dQw4w9WgXcQ';
const notFetched = 'The title and the poster image could not be fetched. Fill them in by hand.';

/** A library whose providers of videos are a server of this test. */
async function createLinkedVideoFixture(answer: (origin: string) => RequestListener) {
  const requested: string[] = [];
  const server = createServer((request, response) => {
    requested.push(request.url ?? '');
    answer(origin)(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const site = { details: `${origin}/oembed`, posters: origin };
  const fixture = await createImageFixture({}, { YouTube: site, Vimeo: site });
  return {
    ...fixture,
    requested,
    fetchVideo: (address: string) => fixture.call(path, { method: 'POST', body: { href: address } }),
  };
}

/** Answers with a title and the address of a picture, and with the picture. */
const withPoster =
  (thumbnail: (origin: string) => string, poster?: Uint8Array) =>
  (origin: string): RequestListener =>
  (request, response) => {
    if (request.url?.startsWith('/oembed'))
      response.end(JSON.stringify({ title: ' Cash in\n30 days ', thumbnail_url: thumbnail(origin) }));
    else response.end(poster);
  };

test('the title of a linked video is fetched, and its poster image is an image of the library with an alt text', async () => {
  const poster = await picture({ width: 480, height: 360, format: 'jpeg' });
  const { call, requested, fetchVideo } = await createLinkedVideoFixture(
    withPoster((origin) => `${origin}/poster.jpg`, poster),
  );
  const { status, body } = await fetchVideo(href);
  expect([status, body.title]).toEqual([200, 'Cash in 30 days']);
  expect(requested).toEqual([
    `/oembed?${new URLSearchParams({ url: href, format: 'json', width: '1280' })}`,
    '/poster.jpg',
  ]);
  const { images } = (await call('/api/upload/images?limit=9')).body;
  expect(images).toEqual([body.poster]);
  const { originalName, alt, tags, width } = images[0];
  expect({ originalName, alt, tags, width }).toEqual({
    originalName: 'Poster image of Cash in 30 days',
    alt: 'Poster image of Cash in 30 days',
    tags: ['poster image'],
    width: 480,
  });
});

test.each([
  ['of another host', () => 'http://127.0.0.1:9/poster.jpg', undefined],
  ['that is no picture', (origin: string) => `${origin}/poster.jpg`, new TextEncoder().encode('not a picture')],
])('a poster image %s is left out, and the title stays', async (_, thumbnail, poster) => {
  const fixture = await createLinkedVideoFixture(withPoster(thumbnail, poster));
  const { status, body } = await fixture.fetchVideo('https://vimeo.com/76979871');
  expect([status, body.title, body.poster]).toEqual([200, 'Cash in 30 days', undefined]);
  expect((await fixture.call('/api/upload/images?limit=9')).body.images).toEqual([]);
});

test.each<[string, RequestListener]>([
  ['does not know the video', (_, response) => response.writeHead(404).end()],
  ['redirects', (_, response) => response.writeHead(302, { location: '/elsewhere' }).end()],
  ['sends something else', (_, response) => response.end('<!doctype html>')],
  ['sends too much', (_, response) => response.end(JSON.stringify({ title: 'a'.repeat(70_000) }))],
])('a provider that %s changes nothing', async (_, answer) => {
  const fixture = await createLinkedVideoFixture(() => answer);
  const before = fixture.footprint();
  const { status, body } = await fixture.fetchVideo(href);
  expect([status, body.message]).toEqual([503, notFetched]);
  expect(fixture.requested).toHaveLength(1);
  expect(fixture.footprint()).toEqual(before);
});

test('an address that is no video of a known provider is never requested', async () => {
  const fixture = await createLinkedVideoFixture(withPoster(() => ''));
  for (const address of ['http://127.0.0.1/', 'https://youtu.be.example.com/dQw4w9WgXcQ', 'https://youtube.com/'])
    expect((await fixture.fetchVideo(address)).status).toBe(422);
  expect(fixture.requested).toEqual([]);
});

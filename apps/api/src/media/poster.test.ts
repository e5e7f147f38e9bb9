import { like } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createImageFixture, picture } from '../../test/image-fixture.ts';
import { makeVideo } from '../../test/video-fixture.ts';
import { auditLog } from '../platform/db/schema/core.ts';

/** A library with one video. */
async function createPosterFixture() {
  const fixture = await createImageFixture();
  const sent = { method: 'POST', body: (await makeVideo()).slice().buffer };
  const { image } = (await fixture.call('/api/upload/video?name=office.mp4', sent)).body;
  return { ...fixture, image, path: `/api/upload/image/${image._id}` };
}

test('a video gets a poster image, a picture does not', async () => {
  const fixture = await createPosterFixture();
  const poster = '/art/cover-friday';
  const change = { method: 'PATCH', body: { poster } } as const;
  expect((await fixture.call(fixture.path, change)).body.image.video.poster).toBe(poster);
  const { body } = await fixture.upload([['team.png', await picture()]]);
  expect((await fixture.call(`/api/upload/image/${body.images[0]._id}`, change)).status).toBe(422);
});

test('a picture of a video becomes its poster image, which is no entry of its own and follows the video', async () => {
  const { call, deps, image, path } = await createPosterFixture();
  const setPoster = async (colour: string) => {
    const form = new FormData();
    form.append('images', new Blob([await picture({ colour })]), 'office poster.jpg');
    const encoded = new Response(form);
    const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
    const sent = { method: 'PUT', body: await encoded.arrayBuffer(), headers };
    return (await call(`${path}/poster`, sent)).body.image.video.poster as string;
  };
  const list = async (query: string) => (await call(`/api/upload/images?limit=9${query}`)).body;
  const first = await setPoster('teal');
  const actions = () =>
    deps.db
      .select()
      .from(auditLog)
      .where(like(auditLog.action, 'image.%'))
      .all()
      .map(({ action }) => action);
  expect(actions()).toEqual(['image.created']);
  expect((await list('')).page.counts).toMatchObject({ all: 1, pictures: 0, unused: 1, 'no-alt': 0 });
  const [frame] = (await list('&search=office poster')).images;
  expect(frame).toMatchObject({ url: first, decorative: true });
  const framePath = `/api/upload/image/${frame._id}`;
  expect((await call(`${framePath}/uses`)).body).toMatchObject({ uses: [], videos: ['office.mp4'] });
  const refused = await call(framePath, { method: 'DELETE' });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'This image is the poster of office.mp4. Choose another poster image there, then delete it.',
  ]);
  expect(await setPoster('red')).not.toBe(first);
  expect(actions()).toEqual(['image.created', 'image.updated']);
  const find = async () => (await list('&search=office poster')).images.length;
  expect(await find()).toBe(1);
  await call(path, { method: 'DELETE' });
  expect([await find(), (await list('&filter=trash')).images]).toMatchObject([0, [{ _id: image._id }]]);
  await call(`${path}/restore`, { method: 'POST' });
  expect(await find()).toBe(1);
});

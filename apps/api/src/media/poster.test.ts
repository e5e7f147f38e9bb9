import { like } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { editor } from '../../test/content-fixture.ts';
import { createImageFixture, imageFile, picture } from '../../test/image-fixture.ts';
import { makeVideo } from '../../test/video-fixture.ts';
import { auditLog } from '../platform/db/schema/core.ts';
import { openMediaStorage } from '../platform/storage/media-storage.ts';
import { createImageLibrary, type ImageLibrary } from './library.ts';
import { addPoster } from './poster.ts';

const getPath = ({ _id }: { _id: string }) => `/api/upload/image/${_id}`;

/** A library with one video. */
async function createPosterFixture() {
  const fixture = await createImageFixture();
  const sent = { method: 'POST', body: (await makeVideo()).slice().buffer };
  const { image } = (await fixture.call('/api/upload/video?name=office.mp4', sent)).body;
  const path = getPath(image);
  return {
    ...fixture,
    image,
    path,
    /** Sends a picture of a video, and returns the address of its poster image. */
    async setPoster(colour: string, video = path) {
      const form = new FormData();
      form.append('images', new Blob([await picture({ colour })]), 'office poster.jpg');
      const encoded = new Response(form);
      const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
      const options = { method: 'PUT', body: await encoded.arrayBuffer(), headers };
      return (await fixture.call(`${video}/poster`, options)).body.image.video.poster as string;
    },
    list: async (query: string) => (await fixture.call(`/api/upload/images?limit=9${query}`)).body,
  };
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
  const { call, deps, image, path, setPoster, list } = await createPosterFixture();
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

test('a picture that two videos have as their poster image stays until neither has it', async () => {
  const { call, path, setPoster, list } = await createPosterFixture();
  const sent = { method: 'POST', body: (await makeVideo({ shade: 1 })).slice().buffer };
  const other = getPath((await call('/api/upload/video?name=team.mp4', sent)).body.image);
  const frame = await setPoster('teal');
  expect(await setPoster('teal', other)).toBe(frame);
  const find = async () => (await list('&search=office poster')).images.map(({ url }: { url: string }) => url);
  await call(path, { method: 'DELETE' });
  expect(await find()).toEqual([frame]);
  await call(`${path}/restore`, { method: 'POST' });
  const red = await setPoster('red');
  expect((await find()).sort()).toEqual([frame, red].sort());
  await call(other, { method: 'PATCH', body: { poster: red } });
  expect(await find()).toEqual([red]);
});

test('a picture of a video that only the content uses is an entry of its own, also in the trash', async () => {
  const { call, content, setPoster, list } = await createPosterFixture();
  const frame = await setPoster('teal');
  const save = (src: string) => {
    const value = { heading: 'A heading', body: 'Some words.', picture: { src, alt: 'A desk' } };
    content.save([{ section: 'about', key: 'block-a', value }], null);
  };
  save(frame);
  await setPoster('red');
  const [entry] = (await list('')).images.filter(({ url }: { url: string }) => url === frame);
  expect((await list('')).page.counts).toMatchObject({ all: 2, pictures: 1 });
  save('/art/cover-friday');
  await call(getPath(entry), { method: 'DELETE' });
  expect((await list('&filter=trash')).images).toMatchObject([{ url: frame }]);
});

test('no picture stays of a video that is deleted while its poster image is stored', async () => {
  const { deps, image, list } = await createPosterFixture();
  const library = createImageLibrary(deps, openMediaStorage(deps.config));
  const add: ImageLibrary['add'] = async (...sent) => {
    const added = await library.add(...sent);
    library.remove({ id: image._id }, editor);
    return added;
  };
  const file = { ...imageFile(await picture()), name: 'office poster.jpg' };
  const adding = addPoster({ ...deps, library: { ...library, add } }, { id: image._id, file, by: editor });
  await expect(adding).rejects.toThrow('Image not found.');
  expect((await list('&search=office poster')).images).toEqual([]);
});

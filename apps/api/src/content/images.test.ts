import { missingAltMessage } from '@threadline/schema/content/alt-text';
import { expect, test } from 'vitest';
import { catchProblem, editor } from '../../test/content-fixture.ts';
import { createStoredImageFixture } from '../../test/image-fixture.ts';
import { images } from '../platform/db/schema/core.ts';

const block = (src: string, alt = '', metadata = {}) => ({
  section: 'about',
  key: 'block-a',
  value: { heading: 'A', body: 'B', picture: { src, alt } },
  metadata,
});

test('a picture without alt text is rejected with its field, and nothing is changed', async () => {
  const { content, image, footprint } = await createStoredImageFixture();
  const before = footprint();
  const { code, options } = catchProblem(() => content.save([block(image.url)], editor));
  expect([code, options.errors]).toEqual([
    'validation-failed',
    [{ pointer: '/value/picture/alt', detail: missingAltMessage }],
  ]);
  const inBulk = catchProblem(() => content.save([block(image.url)], editor, { bulk: true }));
  expect(inBulk.options.errors?.[0]?.pointer).toBe('/updates/0/value/picture/alt');
  expect(footprint()).toEqual(before);
});

test('alt text of the use, alt text of the library, decorative, or a hidden item is sufficient', async () => {
  const { call, content, image, path } = await createStoredImageFixture();
  const patch = async (body: unknown) => (await call(path, { method: 'PATCH', body })).status;
  const isSaved = (...write: Parameters<typeof block>) => content.save([block(...write)], editor).items.length === 1;
  expect(isSaved(image.url, '', { hidden: true })).toBe(true);
  expect(catchProblem(() => content.save([block(image.url)], editor)).options.detail).toBe(missingAltMessage);
  expect(await patch({ decorative: true })).toBe(200);
  expect(isSaved(image.url)).toBe(true);
  expect(await patch({ decorative: false, alt: 'Four people' })).toBe(200);
  expect(isSaved(image.url, '', { hidden: true })).toBe(true);
});

test('an alt text of one use is stored in the library for the next use', async () => {
  const { content, deps, image } = await createStoredImageFixture();
  const stored = () => deps.db.select({ alt: images.alt }).from(images).get();
  content.save([block(image.url, ' Four people ')], editor);
  expect(stored()).toEqual({ alt: 'Four people' });
  content.save([{ ...block(image.url), key: 'block-b' }], editor);
  content.save([block(image.url, 'Four people at a loom')], editor);
  expect(stored()).toEqual({ alt: 'Four people' });
});

test('a picture that is decorative in one use stays undecided in the library and in other uses', async () => {
  const { content, deps, image } = await createStoredImageFixture();
  const { value, ...rest } = block(image.url);
  content.save([{ ...rest, value: { ...value, picture: { ...value.picture, decorative: true } } }], editor);
  expect(deps.db.select({ alt: images.alt, decorative: images.decorative }).from(images).get()).toEqual({
    alt: '',
    decorative: false,
  });
  expect(catchProblem(() => content.save([{ ...block(image.url), key: 'block-b' }], editor)).options.detail).toBe(
    missingAltMessage,
  );
});

test('the alt text of a picture cannot be removed while a page needs it', async () => {
  const { call, content, image, path, footprint } = await createStoredImageFixture();
  const patch = (body: unknown) => call(path, { method: 'PATCH', body });
  await patch({ alt: 'Four people' });
  content.save([block(image.url)], editor);
  const before = footprint();
  const { status, body } = await patch({ alt: '' });
  const detail = 'Pages show this image. Write an alt text, or mark the image as decorative.';
  expect([status, body.message, body.errors]).toEqual([422, detail, [{ pointer: '/alt', detail }]]);
  expect(footprint()).toEqual(before);
  expect((await patch({ alt: '', decorative: true })).status).toBe(200);
  content.save([block(image.url, 'At work')], editor);
  expect((await patch({ decorative: false })).status).toBe(200);
});

test('marking a picture of a page as decorative is a change of that page', async () => {
  const { call, content, image, path } = await createStoredImageFixture();
  content.save([block(image.url, 'Four people')], editor);
  const before = content.queries.latestRevision();
  await call(path, { method: 'PATCH', body: { decorative: true } });
  expect(content.queries.latestRevision()).toBe(before + 1);
});

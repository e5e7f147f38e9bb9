import { missingAltMessage } from '@threadline/schema/alt-text';
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

test('a picture that nobody has described is refused with the field for its words, and nothing is changed', async () => {
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

test('words of the place, words of the library, a mark as decorative, or hiding the item are enough', async () => {
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

test('an alt text that is typed where a picture is used is stored in the library, so that the next use has it', async () => {
  const { content, deps, image } = await createStoredImageFixture();
  const stored = () => deps.db.select({ alt: images.alt }).from(images).get();
  content.save([block(image.url, ' Four people ')], editor);
  expect(stored()).toEqual({ alt: 'Four people' });
  content.save([{ ...block(image.url), key: 'block-b' }], editor);
  content.save([block(image.url, 'Four people at a loom')], editor);
  expect(stored()).toEqual({ alt: 'Four people' });
});

test('a picture that is decorative in one place stays undecided in the library and in other places', async () => {
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

test('the words of a picture cannot be taken away while a page relies on them', async () => {
  const { call, content, image, path, footprint } = await createStoredImageFixture();
  const patch = (body: unknown) => call(path, { method: 'PATCH', body });
  await patch({ alt: 'Four people' });
  content.save([block(image.url)], editor);
  const before = footprint();
  const { status, body } = await patch({ alt: '' });
  const detail = 'Pages show this picture. Describe it, or mark it as decorative.';
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

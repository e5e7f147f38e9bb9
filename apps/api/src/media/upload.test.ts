import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { imageSchema } from '@threadline/schema/content/image';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createImageFixture, type ImageFixture, imageFile, picture, pixelBomb } from '../../test/image-fixture.ts';
import type { MediaStorage } from '../platform/storage/media-storage.ts';
import { createImageLibrary } from './library.ts';

const listMediaFiles = ({ deps }: ImageFixture) => readdirSync(join(deps.config.dataDir, 'media'));

test.each(['png', 'jpeg', 'webp', 'avif'] as const)(
  'a %s image is stored in every width up to its own',
  async (format) => {
    const fixture = await createImageFixture();
    const { status, body } = await fixture.upload([['team.bin', await picture({ width: 800, height: 400, format })]]);
    expect(status).toBe(201);
    const [image] = body.images;
    expect(imageSchema.parse(image)).toMatchObject({
      originalName: 'team.bin',
      width: 800,
      height: 400,
      tags: [],
      alt: '',
    });
    expect(image.variants.map((variant: { url: string }) => variant.url)).toEqual(
      ['480.avif', '768.avif', '480.webp', '768.webp'].map((end) => `/media/${image.publicId}-${end}`),
    );
    expect(image.url).toBe(`/media/${image.publicId}-768.webp`);
    for (const { url, width, height, bytes } of image.variants) {
      const { width: shownWidth, height: shownHeight } = await sharp(
        join(fixture.deps.config.dataDir, url.slice(1)),
      ).metadata();
      expect([shownWidth, shownHeight]).toEqual([width, height]);
      expect(bytes).toBeGreaterThan(0);
    }
  },
);

test('a small image is stored in its own width and never enlarged', async () => {
  const fixture = await createImageFixture();
  const { body } = await fixture.upload([['dot.png', await picture({ width: 3, height: 5 })]]);
  expect(body.images[0].variants).toMatchObject([
    { format: 'avif', width: 3, height: 5 },
    { format: 'webp', width: 3, height: 5 },
  ]);
});

test('a photo is turned upright, and its location, camera and hidden data are removed [U4, U10]', async () => {
  const fixture = await createImageFixture();
  const photo = await sharp({ create: { width: 600, height: 300, channels: 3, background: 'teal' } })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Copyright: 'camera-of-editor' }, IFD3: { GPSLatitudeRef: 'N' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">camera-of-editor</x:xmpmeta>')
    .toBuffer();
  const withHiddenScript = Buffer.concat([photo, Buffer.from('<script>hidden</script>')]);
  const { body } = await fixture.upload([['photo.jpg', new Uint8Array(withHiddenScript)]]);
  expect(body.images[0]).toMatchObject({ width: 300, height: 600, variants: [{ width: 300, height: 600 }, {}] });
  for (const { url } of body.images[0].variants) {
    const file = await sharp(join(fixture.deps.config.dataDir, url.slice(1))).toBuffer({ resolveWithObject: true });
    const metadata = await sharp(join(fixture.deps.config.dataDir, url.slice(1))).metadata();
    expect([metadata.exif, metadata.xmp, metadata.icc, metadata.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(file.data.includes('hidden')).toBe(false);
  }
});

test('uploading the same bytes twice stores one image [U14]', async () => {
  const fixture = await createImageFixture();
  const bytes = await picture();
  const first = await fixture.upload([['one.png', bytes]]);
  const before = fixture.footprint();
  const second = await fixture.upload([['two.png', bytes]]);
  expect(second.status).toBe(201);
  expect(second.body.images).toEqual(first.body.images);
  expect(fixture.footprint()).toEqual(before);
});

test('uploading the same bytes ten times at once stores one image [U14]', async () => {
  const fixture = await createImageFixture();
  const bytes = await picture();
  const replies = await Promise.all(Array.from({ length: 10 }, () => fixture.upload([['one.png', bytes]])));
  expect(new Set(replies.map(({ status, body }) => `${status} ${body.images[0]._id}`)).size).toBe(1);
  expect((await fixture.call('/api/upload/images')).body.images).toHaveLength(1);
});

test('an invalid file among valid ones is named, and the others are stored', async () => {
  const fixture = await createImageFixture();
  const { status, body } = await fixture.upload([
    ['one.png', await picture({ colour: 'red' })],
    ['notes.png', 'not an image'],
    ['huge.png', new Uint8Array(10 * 1024 * 1024 + 1)],
    ['two.png', await picture({ colour: 'blue' })],
  ]);
  expect(status).toBe(201);
  expect(body.images.map(({ originalName }: { originalName: string }) => originalName)).toEqual(['one.png', 'two.png']);
  expect(body.failures).toEqual([
    { name: 'notes.png', detail: 'This file is not a PNG, JPG, JPEG or WebP image.' },
    { name: 'huge.png', detail: 'This file is larger than 10 MB.' },
  ]);
  // For each image two variants and the original.
  expect(listMediaFiles(fixture)).toHaveLength(6);
});

test('tags are accepted repeated or separated by commas', async () => {
  const fixture = await createImageFixture();
  const { body } = await fixture.upload([['a.png', await picture()]], { tags: 'hero, gallery,hero' });
  expect(body.images[0].tags).toEqual(['hero', 'gallery']);
});

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\fotos\\दल.png', 'दल.png'],
  [`${'long'.repeat(100)}.png`, 'long'.repeat(50)],
  ['\u202egnp.exe', 'gnp.exe'],
])('a file called %j is stored under a generated name, and its name is shown as text [U9]', async (name, shown) => {
  const fixture = await createImageFixture();
  const { body } = await fixture.upload([[name, await picture()]]);
  expect(body.images[0].originalName).toBe(shown);
  for (const file of listMediaFiles(fixture))
    expect(file).toMatch(/^[0-9a-f]{32}-(?:32\.(?:avif|webp)|[0-9a-f]{16}\.original)$/);
});

const page = '<html><body onload="alert(1)"></body></html>';
const notAnImage = 'This file is not a PNG, JPG, JPEG or WebP image.';
const damaged = 'This image is damaged and cannot be read. Save it again, or choose another one.';

const badFiles: [string, () => Promise<Uint8Array<ArrayBuffer> | string> | Uint8Array<ArrayBuffer> | string, string][] =
  [
    ['page.svg', () => page, notAnImage],
    [
      'drawing.svg',
      () => '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'This SVG has no size. Export it with a width and a height, or with a viewBox.',
    ],
    ['page.png', () => '<!doctype html><script>alert(1)</script>', notAnImage],
    ['moving.gif', () => picture({ format: 'gif' }), notAnImage],
    ['scan.png', () => picture({ format: 'tiff' }), notAnImage],
    ['paper.png', () => '%PDF-1.7\n1 0 obj\n', notAnImage],
    ['empty.png', () => '', notAnImage],
    ['signature.png', () => new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), notAnImage],
    ['cut.png', async () => (await noise('png')).slice(0, 20_000), damaged],
    ['cut.jpg', async () => (await noise('jpeg')).slice(0, 20_000), damaged],
    [
      'bomb.png',
      () => pixelBomb(),
      'This image has more than 40 million pixels. Make it smaller, and upload it again.',
    ],
    [
      'strip.png',
      () => picture({ width: 16_001, height: 2 }),
      'This image has a side of more than 16000 pixels. Make it smaller, and upload it again.',
    ],
  ];

async function noise(format: 'png' | 'jpeg'): Promise<Uint8Array<ArrayBuffer>> {
  const create = {
    width: 300,
    height: 300,
    channels: 3,
    background: 'grey',
    noise: { type: 'gaussian', mean: 128, sigma: 60 },
  } as const;
  return new Uint8Array(await sharp({ create }).toFormat(format).toBuffer());
}

test.each(badFiles)('%s is refused [U3, U5, U6]', async (name, bytes, sentence) => {
  const fixture = await createImageFixture();
  const before = fixture.footprint();
  const { status, body } = await fixture.upload([[name, await bytes()]]);
  expect([status, body.success, body.code, body.message]).toEqual([422, false, 'validation-failed', sentence]);
  expect(body.errors).toEqual([{ pointer: '/images/0', detail: sentence }]);
  expect(fixture.footprint()).toEqual(before);
});

test('a file with a changed byte is stored or refused and never causes an internal error [U2]', async () => {
  const fixture = await createImageFixture();
  const originals = await Promise.all((['png', 'jpeg', 'webp', 'avif'] as const).map((format) => picture({ format })));
  const change = fc.record({ at: fc.double({ min: 0, max: 0.999, noNaN: true }), byte: fc.nat(255) });
  const damage = fc.tuple(fc.constantFrom(...originals), fc.array(change, { minLength: 1, maxLength: 20 }), fc.nat(50));
  await fc.assert(
    fc.asyncProperty(damage, async ([original, changes, cut]) => {
      const bytes = original.slice(0, original.length - cut);
      for (const { at, byte } of changes) bytes[Math.floor(at * bytes.length)] = byte;
      const before = fixture.footprint();
      const { status } = await fixture.upload([['a.png', bytes]]);
      expect([201, 422]).toContain(status);
      if (status === 422) expect(fixture.footprint()).toEqual(before);
    }),
    { numRuns: 60 },
  );
});

test('a file of one byte more than 10 MB is refused [U7]', async () => {
  const fixture = await createImageFixture();
  const before = fixture.footprint();
  const { status, body } = await fixture.upload([['huge.png', new Uint8Array(10 * 1024 * 1024 + 1)]]);
  expect([status, body.success, body.message]).toEqual([413, false, 'This file is larger than 10 MB.']);
  expect(fixture.footprint()).toEqual(before);
});

test('an upload of 21 files is refused as a whole [U8]', async () => {
  const fixture = await createImageFixture();
  const before = fixture.footprint();
  const bytes = await picture();
  const files = Array.from({ length: 21 }, (_, index) => [`${index}.png`, bytes] as [string, typeof bytes]);
  const { status, body } = await fixture.upload(files);
  expect([status, body.message]).toEqual([413, 'Send at most 20 images at once.']);
  expect(fixture.footprint()).toEqual(before);
});

test('an upload of more than 64 MB is refused', async () => {
  const fixture = await createImageFixture();
  const before = fixture.footprint();
  const bytes = new Uint8Array(10 * 1024 * 1024);
  const files = Array.from({ length: 7 }, (_, index) => [`${index}.png`, bytes] as [string, typeof bytes]);
  const { status, body } = await fixture.upload(files);
  expect([status, body.message]).toEqual([413, 'Send at most 64 MB at once.']);
  expect(fixture.footprint()).toEqual(before);
});

test('an upload with an invalid tag is refused, and no file is stored', async () => {
  const fixture = await createImageFixture();
  const before = fixture.footprint();
  const { status, body } = await fixture.upload([['a.png', await picture()]], { tags: '<b>' });
  expect([status, body.errors[0].pointer]).toEqual([422, '/tags/0']);
  expect(fixture.footprint()).toEqual(before);
});

const part = (name: string, content: string) =>
  `--edge\r\ncontent-disposition: form-data; name="${name}"; filename="a.png"\r\n\r\n${content}\r\n`;
const textPart = '--edge\r\ncontent-disposition: form-data; name="note"\r\n\r\nx\r\n';
const multipart = 'multipart/form-data; boundary=edge';
const notMultipart = 'Send the images as multipart/form-data.';
const cutOff = 'The upload was cut off or is not a valid form.';

test.each([
  ['no content type', [undefined, 'x'], [415, notMultipart]],
  ['JSON', ['application/json', '{}'], [415, notMultipart]],
  ['no boundary', ['multipart/form-data', part('images', 'x')], [400, cutOff]],
  ['another boundary', ['multipart/form-data; boundary=other', part('images', 'x')], [400, cutOff]],
  ['no end', [multipart, part('images', 'x')], [400, cutOff]],
  ['an end within a header', [multipart, '--edge\r\ncontent-dispos'], [400, cutOff]],
  ['a header of 1 MB', [multipart, `--edge\r\nx-long: ${'x'.repeat(1_000_000)}`], [400, cutOff]],
  ['no body', [multipart, ''], [400, cutOff]],
  ['10,000 parts', [multipart, `${textPart.repeat(10_000)}--edge--`], [400, cutOff]],
  ['no file', [multipart, '--edge--\r\n'], [422, 'Choose at least one image.']],
  ['a file in another field', [multipart, `${part('avatar', 'x')}--edge--\r\n`], [422, 'Choose at least one image.']],
] as const)('an upload with %s is refused [U8]', async (_, [contentType, body], [status, sentence]) => {
  const fixture = await createImageFixture();
  const before = fixture.footprint();
  const headers = { authorization: `Bearer ${fixture.token}`, ...(contentType && { 'content-type': contentType }) };
  const bytes = new TextEncoder().encode(body);
  const reply = await fixture.app.request('/api/upload/multiple', { method: 'POST', headers, body: bytes });
  expect([reply.status, await reply.json()]).toMatchObject([status, { success: false, message: sentence }]);
  expect(fixture.footprint()).toEqual(before);
});

test('an upload that a client aborts is removed completely [U12]', async () => {
  const fixture = await createImageFixture();
  const before = fixture.footprint();
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(part('images', 'x'.repeat(70_000))));
    },
    pull(controller) {
      controller.error(new Error('The connection was reset.'));
    },
  });
  const headers = { authorization: `Bearer ${fixture.token}`, 'content-type': multipart };
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
  expect((await fixture.app.request('/api/upload/multiple', init)).status).toBe(400);
  expect(fixture.footprint()).toEqual(before);
});

test('an upload into a read-only database is refused and leaves no file', async () => {
  const fixture = await createImageFixture();
  fixture.deps.db.$client.pragma('query_only = 1');
  const { status, body } = await fixture.upload([['a.png', await picture()]]);
  expect([status, body.success, body.code]).toEqual([503, false, 'unavailable']);
  expect(listMediaFiles(fixture)).toEqual([]);
});

test('a disk that fills up while an image is written leaves neither row nor file [U17]', async () => {
  const { deps, footprint } = await createImageFixture();
  const before = footprint();
  const files = new Set<string>();
  const nearlyFull: MediaStorage = {
    read: async () => undefined,
    describe: async () => undefined,
    open: async () => undefined,
    writeFile: async () => {},
    has: async (name) => files.has(name),
    async write(name) {
      if (files.size === 1) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      files.add(name);
    },
    async remove(name) {
      files.delete(name);
    },
  };
  const library = createImageLibrary(deps, nearlyFull);
  const added = library.add({ name: 'a.png', ...imageFile(await picture()), tags: [] }, null);
  await expect(added).rejects.toMatchObject({ code: 'ENOSPC' });
  expect([...files]).toEqual([]);
  expect(footprint()).toEqual(before);
});

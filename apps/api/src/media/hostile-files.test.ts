import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { animatedWebp, createBomb, type PngHeader, pngWith } from '../../test/hostile-pictures.ts';
import { createImageFixture, picture, readCorners } from '../../test/image-fixture.ts';

const notAnImage = 'This file is not a PNG, JPG, JPEG or WebP image.';
const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';

test.each<[string, string | Uint8Array<ArrayBuffer>]>([
  ['shell.php.png', '<?php system($_GET["c"]); ?>'],
  ['page.jpg', '<!doctype html><script>alert(1)</script>'],
  ['program.png', `MZ${'\0'.repeat(200)}`],
  ['film.png', '\0\0\0\x20ftypisom\0\0\0\0'],
  ['archive.webp', `PK\x03\x04${'\0'.repeat(100)}`],
  ['drawing.svgz', new Uint8Array(gzipSync(svg))],
  ['sound.webp', `RIFF\x24\0\0\0WAVEfmt ${'\0'.repeat(40)}`],
  ['gifar.png', `GIF89a${'\0'.repeat(40)}PK\x03\x04`],
])('%s is not an image, whatever its file name [U3, U4, U5]', async (name, bytes) => {
  const fixture = await createImageFixture();
  const before = fixture.footprint();
  const { status, body } = await fixture.upload([[name, bytes]]);
  expect([status, body.message]).toEqual([422, notAnImage]);
  expect(fixture.footprint()).toEqual(before);
});

const hostileSvg = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="40" height="20" onload="alert(1)">
  <script>alert(1)</script><foreignObject><p>alert(1)</p></foreignObject><image href="https://evil.example/alert.png"/>
  <style>@import "https://evil.example/alert.css"; .a{fill:#f00}</style><path class="a" d="M0 0h40v20H0z"/></svg>`;

test('an SVG is stored without anything active, whatever its name, and served as an image that may do nothing [U5]', async () => {
  const { app, call, deps, upload } = await createImageFixture();
  const { status, body } = await upload([['logo.png', hostileSvg]]);
  const [image] = body.images;
  expect([status, image.width, image.height, image.original]).toEqual([201, 40, 20, undefined]);
  const folder = join(deps.config.dataDir, 'media');
  for (const file of readdirSync(folder)) expect(readFileSync(join(folder, file)).includes('alert')).toBe(false);
  const vector = image.variants.find(({ format }: { format: string }) => format === 'svg');
  const reply = await app.request(vector.url);
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
  });
  expect(await reply.text()).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20" viewBox="0 0 40 20"><style>.a{fill:#f00}</style><path class="a" d="M0 0h40v20H0z"></path></svg>',
  );
  // Share previews and feeds get a picture.
  expect(image.url).toMatch(/-1024\.webp$/);
  expect(await readCorners(join(deps.config.dataDir, image.url.slice(1)))).toEqual(['red', 'red', 'red', 'red']);
  const edit = { rotation: 90, crop: null };
  expect((await call(`/api/upload/image/${image._id}/edit`, { method: 'PUT', body: edit })).body.message).toBe(
    'An SVG cannot be cropped or rotated.',
  );
});

const hiddenCode = 'hidden <?php system("id"); ?><script>alert(1)</script>';

test.each<[string, () => Promise<Uint8Array<ArrayBuffer>>]>([
  [
    'a JPEG followed by an archive',
    async () => concatenate(await picture({ format: 'jpeg' }), `PK\x03\x04${hiddenCode}`),
  ],
  ['a JPEG with HTML in its comment', async () => withComment(await picture({ format: 'jpeg' }))],
  ['a PNG with code in a text chunk', async () => pngWith(await picture(), 'tEXt', `Comment\0${hiddenCode}`)],
  ['a PNG with code in a private chunk', async () => pngWith(await picture(), 'phPc', hiddenCode)],
  ['a WebP followed by HTML', async () => concatenate(await picture({ format: 'webp' }), hiddenCode)],
])('only the pixels of %s are public [U4]', async (_, make) => {
  const fixture = await createImageFixture();
  const bytes = await make();
  expect(Buffer.from(bytes).includes('hidden')).toBe(true);
  const { status, body } = await fixture.upload([['a.png', bytes]]);
  expect(status).toBe(201);
  for (const { url } of body.images[0].variants) {
    const stored = readFileSync(join(fixture.deps.config.dataDir, url.slice(1)));
    expect(stored.includes('hidden')).toBe(false);
    expect((await sharp(stored).metadata()).width).toBe(32);
  }
  for (const file of readdirSync(join(fixture.deps.config.dataDir, 'media')).filter((name) =>
    name.endsWith('.original'),
  ))
    expect((await fixture.app.request(`/media/${file}`)).status).toBe(404);
});

const tooManyPixels = 'This image has more than 40 million pixels. Make it smaller, and upload it again.';
const side = 20_000;

test.each<[string, PngHeader, string?]>([
  ['of 60,000 pixels on each side', { width: 60_000, height: 60_000, depth: 1 }],
  ['interlaced', { width: side, height: side, depth: 1, isInterlaced: true }],
  ['of 16 bits for each colour', { width: side, height: side, depth: 16, colours: 'rgba' }],
  // Exceeds the limit of the format.
  ['of one column', { width: 1, height: 2 ** 31 - 1, depth: 8 }, notAnImage],
  ['with a palette', { width: side, height: side, depth: 8, colours: 'palette' }],
])('a decompression bomb %s is refused by its header [U6]', async (_, header, sentence = tooManyPixels) => {
  const fixture = await createImageFixture();
  const before = fixture.footprint();
  // The file has no pixels: a decoder that read past the header would report damage.
  const { status, body } = await fixture.upload([['bomb.png', createBomb(header)]]);
  expect([status, body.message]).toEqual([422, sentence]);
  expect(fixture.footprint()).toEqual(before);
});

test('only the first frame of an animation with 10,000 frames is decoded and stored [U6]', async () => {
  const fixture = await createImageFixture();
  const bytes = animatedWebp(await picture({ format: 'webp', width: 16, height: 16 }), 10_000);
  expect((await sharp(bytes).metadata()).pages).toBe(10_000);
  const { status, body } = await fixture.upload([['moving.webp', bytes]]);
  expect([status, body.images[0].width, body.images[0].height]).toEqual([201, 16, 16]);
  const [{ url }] = body.images[0].variants;
  expect((await sharp(join(fixture.deps.config.dataDir, url.slice(1))).metadata()).pages ?? 1).toBe(1);
});

function concatenate(bytes: Uint8Array, more: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat([bytes, Buffer.from(more, 'latin1')]));
}

/** A JPEG with a comment after its first marker. */
function withComment(jpeg: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = Buffer.from(hiddenCode, 'latin1');
  const head = Buffer.from([0xff, 0xfe, 0, text.length + 2]);
  return new Uint8Array(Buffer.concat([jpeg.subarray(0, 2), head, text, jpeg.subarray(2)]));
}

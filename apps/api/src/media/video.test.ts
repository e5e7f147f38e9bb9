import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createImageFixture, type ImageFixture, picture } from '../../test/image-fixture.ts';
import { listBoxes, makeVideo } from '../../test/video-fixture.ts';
import { createContentQueries } from '../content/queries.ts';
import { openMediaStorage } from '../platform/storage/media-storage.ts';
import { emptyTrash, trashRetentionMs } from './trash.ts';

const recording = new Uint8Array(readFileSync(join(import.meta.dirname, '../../../e2e/tests/visitor/video.webm')));

const upload = ({ call }: ImageFixture, file: Uint8Array<ArrayBuffer>, name = 'office.mp4') =>
  call(`/api/upload/video?name=${encodeURIComponent(name)}`, { method: 'POST', body: file.slice().buffer });

/** Uploads a video whose size is not announced. */
async function uploadStream({ app, token }: ImageFixture, body: ReadableStream) {
  const headers = { authorization: `Bearer ${token}` };
  const reply = await app.request('/api/upload/video', {
    method: 'POST',
    headers,
    body,
    duplex: 'half',
  } as RequestInit);
  return { status: reply.status, body: (await reply.json()) as { message: string } };
}

const listFiles = ({ deps }: ImageFixture) => readdirSync(join(deps.config.dataDir, 'media')).sort();

async function createVideoFixture(file?: Uint8Array<ArrayBuffer>) {
  const fixture = await createImageFixture();
  const { body } = await upload(fixture, file ?? (await makeVideo()));
  const { image } = body;
  const path = `/api/upload/image/${image._id}`;
  const get = (headers: Record<string, string> = {}, method = 'GET') =>
    fixture.app.request(image.url, { headers, method });
  return { ...fixture, image, path, get };
}

test('an MP4 file is stored with its index first, and without the place where it was recorded', async () => {
  const place = '+12.9716+077.5946/';
  const source = await makeVideo({ isFastStart: false, comment: place, audio: 'aac', seconds: 2 });
  expect([listBoxes(source), Buffer.from(source).includes(place)]).toEqual([['ftyp', 'mdat', 'moov'], true]);
  const fixture = await createImageFixture();
  const { status, body } = await upload(fixture, source, 'C:\\films\\office.mp4');
  expect(status).toBe(201);
  const { image, known } = body;
  expect([image, known]).toMatchObject([
    {
      originalName: 'office.mp4',
      url: `/media/${image.publicId}-64.mp4`,
      width: 64,
      height: 64,
      tags: [],
      bytes: image.variants[0]?.bytes,
      video: { durationMs: 2000, hasSound: true, poster: '' },
      variants: [{ format: 'mp4', width: 64, url: image.url }],
    },
    false,
  ]);
  const stored = new Uint8Array(await (await fixture.app.request(image.url)).arrayBuffer());
  expect(listBoxes(stored)).toEqual(['ftyp', 'moov', 'free', 'mdat']);
  expect(Buffer.from(stored).includes(place)).toBe(false);
  expect(listFiles(fixture)).toEqual([`${image.publicId}-64.mp4`]);
});

test('a recording of a browser, which does not say how long it is, is stored with its duration', async () => {
  const { image } = await createVideoFixture(recording);
  expect(image).toMatchObject({ width: 64, height: 36, video: { durationMs: 2055, hasSound: false } });
});

test.each([
  ['a turned MOV file of a phone', { container: 'mov', rotation: 90, width: 80, audio: 'aac' }, ['mp4', 64, 80]],
  ['WebM with VP8', { container: 'webm', codec: 'vp8' }, ['webm', 64, 64]],
  ['WebM with AV1 and sound', { container: 'webm', codec: 'av1', audio: 'opus' }, ['webm', 64, 64]],
] as const)('%s is accepted', async (_, video, [format, width, height]) => {
  const { image } = await createVideoFixture(await makeVideo(video));
  expect(image).toMatchObject({ width, height, variants: [{ format, width, height }] });
});

/** Changes four bytes, at an offset from a name in the file. */
async function changeBytes(name: string, offset: number, value: number): Promise<Uint8Array<ArrayBuffer>> {
  const file = await makeVideo();
  new DataView(file.buffer).setUint32(Buffer.from(file).indexOf(name) + offset, value);
  return file;
}

const cut = async (video: Parameters<typeof makeVideo>[0], bytes: number) => {
  const file = await makeVideo({ seconds: 4, ...video });
  return file.subarray(0, file.length - bytes);
};
const text = (value: string) => new TextEncoder().encode(value);
const damaged = /damaged or incomplete/;
const unknown = 'This file is not an MP4, MOV or WebM video.';
const unplayable = 'Browsers do not play this kind of video. Export it as MP4 with H.264 and AAC sound.';

test.each<[string, () => Promise<Uint8Array<ArrayBuffer>>, string | RegExp]>([
  ['an empty file', async () => new Uint8Array(), unknown],
  ['a page', async () => text('<!doctype html><script>alert(1)</script>'), unknown],
  ['a picture', () => picture(), unknown],
  ['an AVIF picture', () => picture({ format: 'avif' }), /not an MP4|damaged|sound without|Browsers do not play/],
  ['noise behind the head of an MP4 file', async () => (await makeVideo()).fill(7, 12), damaged],
  ['an MP4 file without its last byte', () => cut({}, 1), damaged],
  ['an MP4 file whose index was cut off', () => cut({ isFastStart: false }, 30), damaged],
  ['a WebM file without its last byte', () => cut({ container: 'webm' }, 1), damaged],
  ['half a WebM file', () => cut({ container: 'webm' }, 800), damaged],
  ['pictures outside the file', () => changeBytes('stco', 12, 0x7f_ff_ff_ff), damaged],
  ['one picture that lasts for days', () => changeBytes('stts', 12, 0xff_ff_ff_ff), /longer than 3 minutes/],
  ['a video of four minutes', () => makeVideo({ seconds: 240 }), /longer than 3 minutes/],
  ['HEVC', () => makeVideo({ codec: 'hevc' }), /HEVC format \(H.265\).*Export it as MP4 with H.264/],
  ['H.264 of a studio', () => makeVideo({ profile: 0x6e }), unplayable],
  ['MP3 sound', () => makeVideo({ audio: 'mp3' }), unplayable],
  ['more pixels than a screen has', () => makeVideo({ width: 8192 }), /8192 × 64 pixels/],
])('%s is refused with a sentence, and nothing of it is stored', async (_, make, sentence) => {
  const fixture = await createImageFixture();
  const before = fixture.footprint();
  const { status, body } = await upload(fixture, await make());
  expect([status, body.code]).toEqual([422, 'validation-failed']);
  expect(body.message).toMatch(sentence);
  expect(fixture.footprint()).toEqual(before);
  expect(readdirSync(fixture.deps.config.dataDir)).not.toContain('media');
});

test('a file above the limit is refused while it arrives, whether or not its size was announced', async () => {
  const fixture = await createImageFixture({ VIDEO_MAX_MB: '1', VIDEO_MAX_SECONDS: '90' });
  const large = new Uint8Array(1024 * 1024 + 1);
  large.set(text('    ftyp'));
  for (const reply of [await upload(fixture, large), await uploadStream(fixture, new Blob([large]).stream())])
    expect([reply.status, reply.body.message]).toEqual([413, 'This file is larger than 1 MB.']);
  const { body } = await upload(fixture, await makeVideo({ seconds: 95 }));
  expect(body.message).toMatch(/^This video is longer than 90 seconds\./);
  expect(readdirSync(fixture.deps.config.dataDir).filter((name) => name.startsWith('.uploading'))).toEqual([]);
});

test('a video whose upload is cut off leaves nothing', async () => {
  const fixture = await createImageFixture();
  const before = fixture.footprint();
  const file = await makeVideo();
  const body = new ReadableStream({
    pull(controller) {
      controller.enqueue(file.subarray(0, 500));
      controller.error(new Error('The connection was lost.'));
    },
  });
  expect((await uploadStream(fixture, body)).status).toBe(400);
  expect(fixture.footprint()).toEqual(before);
});

test('players get the parts that they ask for', async () => {
  const { get, image } = await createVideoFixture();
  const whole = await get();
  const bytes = new Uint8Array(await whole.arrayBuffer());
  const etag = whole.headers.get('etag') ?? '';
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-type': 'video/mp4',
    'content-length': String(bytes.length),
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
  });
  expect(bytes.length).toBe(image.variants[0].bytes);
  const read = async (headers: Record<string, string>) => {
    const reply = await get(headers);
    return [reply.status, reply.headers.get('content-range'), new Uint8Array(await reply.arrayBuffer())];
  };
  const { length } = bytes;
  expect(await read({ range: 'bytes=0-99' })).toEqual([206, `bytes 0-99/${length}`, bytes.slice(0, 100)]);
  expect(await read({ range: 'bytes=100-', 'if-range': etag })).toEqual([
    206,
    `bytes 100-${length - 1}/${length}`,
    bytes.slice(100),
  ]);
  expect(await read({ range: 'bytes=-10' })).toEqual([
    206,
    `bytes ${length - 10}-${length - 1}/${length}`,
    bytes.slice(-10),
  ]);
  expect(await read({ range: 'bytes=0-99', 'if-range': '"other"' })).toEqual([200, null, bytes]);
  expect(await read({ range: `bytes=${length}-` })).toEqual([416, `bytes */${length}`, new Uint8Array()]);
  expect((await get({ 'if-none-match': etag })).status).toBe(304);
  const head = await get({ range: 'bytes=0-99' }, 'HEAD');
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([206, '100', '']);
});

test('the same video twice is one entry, and videos have a filter of their own', async () => {
  const file = await makeVideo();
  const fixture = await createVideoFixture(file);
  await fixture.upload([['team.png', await picture()]]);
  const again = await upload(fixture, file, 'again.mp4');
  expect([again.status, again.body.known, again.body.image._id]).toEqual([201, true, fixture.image._id]);
  const list = async (query: string) => (await fixture.call(`/api/upload/images${query}`)).body;
  const found = await list('?limit=10&filter=videos');
  expect(found.images.map(({ _id }: { _id: string }) => _id)).toEqual([fixture.image._id]);
  expect(found.videoLimits).toEqual({ bytes: 50 * 1024 * 1024, seconds: 180 });
  expect(found.page.counts).toMatchObject({ all: 2, pictures: 1, videos: 1, 'no-alt': 1 });
  // Programs that were written for the specification show every entry as a picture.
  expect((await list('')).images).toHaveLength(1);
});

const article = { section: 'insights', key: 'article-office' };

/** Publishes an article that shows the video. */
function showVideo({ content, image }: Awaited<ReturnType<typeof createVideoFixture>>): void {
  const attrs = { href: image.url, title: 'Our office', poster: '/art/hero-audit' };
  const value = {
    kicker: 'A',
    title: 'Our office',
    excerpt: 'B',
    publishedOn: '2026-11-21',
    picture: { src: '/art/hero-build', alt: '' },
    body: { type: 'doc', content: [{ type: 'video', attrs }] },
  };
  content.save([{ ...article, value }], { id: 'editor', name: 'Editor' });
}

test('a video in an article is found by its use, and is not deleted', async () => {
  const fixture = await createVideoFixture();
  showVideo(fixture);
  const { uses } = (await fixture.call(`${fixture.path}/uses`)).body;
  expect(uses).toMatchObject([{ ...article, pointer: '/body/content/0/attrs/href', working: true }]);
  const refused = await fixture.call(fixture.path, { method: 'DELETE' });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'This video is used on the site. Choose another one there, then delete it.',
  ]);
});

test('a deleted video is not served, can be restored, and its files are deleted with the trash', async () => {
  const fixture = await createVideoFixture();
  const { call, deps, get, path } = fixture;
  await call(`${path}/captions`, { method: 'PUT', body: { text: 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello' } });
  await call(path, { method: 'DELETE' });
  expect((await get()).status).toBe(404);
  expect((await call(`${path}/thumbnail`)).status).toBe(404);
  expect((await call(`${path}/restore`, { method: 'POST' })).status).toBe(200);
  expect((await get()).status).toBe(200);
  await call(path, { method: 'DELETE' });
  deps.clock.advance(trashRetentionMs + 1);
  expect(await emptyTrash(deps, openMediaStorage(deps.config))).toBe(1);
  expect(listFiles(fixture)).toEqual([]);
});

const cue = 'WEBVTT\n\n00:00.000 --> 00:01.500\nGood morning';

test('captions are stored as WebVTT, replaced and removed, and a page that shows the video is published again', async () => {
  const fixture = await createVideoFixture();
  showVideo(fixture);
  const queries = createContentQueries(fixture.deps.db);
  const before = queries.latestRevision();
  const put = async (text: string) => {
    const { body } = await fixture.call(`${fixture.path}/captions`, { method: 'PUT', body: { text } });
    return body.image.variants.find(({ format }: { format: string }) => format === 'vtt')?.url;
  };
  const url = await put('\uFEFF1\r\n00:00:00,000 --> 00:00:01,500\r\nGood morning\r\n');
  const reply = await fixture.app.request(url);
  expect([reply.headers.get('content-type'), await reply.text()]).toEqual([
    'text/vtt; charset=utf-8',
    'WEBVTT\n\n1\n00:00:00.000 --> 00:00:01.500\nGood morning\n',
  ]);
  const replaced = await put(cue);
  expect(replaced).not.toBe(url);
  expect(queries.latestRevision()).toBe(before + 2);
  await put(cue);
  expect(queries.latestRevision()).toBe(before + 2);
  expect(await put('')).toBeUndefined();
  // The former captions stay for 30 days.
  expect(listFiles(fixture)).toHaveLength(3);
});

test.each([
  ['a text without times', 'WEBVTT\n\nGood morning', /contains no captions/],
  [
    'a time that ends before it begins',
    'WEBVTT\n\n00:02.000 --> 00:01.000\nGood morning',
    /a time that is not valid: 00:02/,
  ],
  ['a time that is none', 'WEBVTT\n\nsoon --> later\nGood morning', /a time that is not valid: soon/],
  ['bytes of a program', 'MZ\0\0', /not a text file/],
  ['a text of 300 KB', `${cue}${'a'.repeat(300 * 1024)}`, /larger than 256 KB/],
])('%s is refused as captions', async (_, text, sentence) => {
  const { call, image, path, ...fixture } = await createVideoFixture();
  const { status, body } = await call(`${path}/captions`, { method: 'PUT', body: { text } });
  expect([status, body.errors[0].pointer]).toEqual([422, '/text']);
  expect(body.errors[0].detail).toMatch(sentence);
  expect(listFiles({ call, ...fixture } as ImageFixture)).toEqual([`${image.publicId}-64.mp4`]);
});

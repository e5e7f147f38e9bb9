import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { createContentQueries } from '../src/content/queries.ts';
import { createContentService } from '../src/content/service.ts';
import type { VideoSites } from '../src/media/linked-video.ts';
import { computePublicId, type ImageFile } from '../src/media/receive-file.ts';
import { imageRoutes, mediaRoutes } from '../src/media/routes.ts';
import { createPublishing } from '../src/publishing/service.ts';
import { publisherEndpoint } from '../src/publishing/webhooks/deliveries.ts';
import { createAccountFixture } from './account-fixture.ts';
import { newTempFolder } from './temp-folders.ts';
import { createTestApp, footprint, send } from './test-app.ts';

/** Creates the routes of the image library on a new database, with a signed-in user. */
export async function createImageFixture(env: Record<string, string> = {}, sites?: VideoSites) {
  const { deps, sessions, addUser, signIn } = createAccountFixture(env);
  const { token } = await signIn(await addUser('Editor'));
  const publishing = createPublishing(deps, [publisherEndpoint]);
  const content = createContentService(deps, createContentQueries(deps.db), publishing);
  const app = createTestApp(deps, [
    ['/api/upload', imageRoutes(deps, { sessions, content, publishing, ...(sites && { sites }) })],
    ['/media', mediaRoutes(deps)],
  ]);

  return {
    deps,
    app,
    content,
    publishing,
    token,
    footprint: () => footprint(deps),
    /** Sends a request as the signed-in user. */
    call: (path: string, options: Parameters<typeof send>[2] = {}) => send(app, path, { token, ...options }),

    async upload(
      files: [name: string, bytes: Uint8Array<ArrayBuffer> | string][],
      fields: Record<string, string> = {},
    ) {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      for (const [name, bytes] of files) form.append('images', new Blob([bytes]), name);
      // As bytes: undici mishandles a form whose reader stops early.
      const encoded = new Response(form);
      const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
      return send(app, '/api/upload/multiple', { body: await encoded.arrayBuffer(), token, headers });
    },
  };
}

/** Creates the same with one image in the library. */
export async function createStoredImageFixture(env: Record<string, string> = {}) {
  const fixture = await createImageFixture(env);
  const { body } = await fixture.upload([['team.png', await picture()]], { tags: 'hero' });
  const [image] = body.images;
  return { ...fixture, image, path: `/api/upload/image/${image._id}` };
}

export type ImageFixture = Awaited<ReturnType<typeof createImageFixture>>;

type PictureFormat = 'png' | 'jpeg' | 'webp' | 'avif' | 'gif' | 'tiff';

interface Picture {
  width?: number;
  height?: number;
  format?: PictureFormat;
  /** Pictures of different colours are different images. */
  colour?: string;
}

/** Returns a picture in one colour; small, because encoding takes time. */
export async function picture({ width = 32, height = 24, format = 'png', colour = 'teal' }: Picture = {}) {
  const plain = sharp({ create: { width, height, channels: 3, background: colour } });
  return new Uint8Array(await plain[format]().toBuffer());
}

/** The colours of the quarters of `createQuarters`: top left, top right, bottom left, bottom right. */
export const quarterColours = ['red', 'lime', 'blue', 'yellow'] as const;

/** Returns a picture of four colours, which show how it was turned and cropped. */
export async function createQuarters({ width = 400, height = 200, orientation = 1 } = {}) {
  const quarters = await Promise.all(
    quarterColours.map((colour) => picture({ width: width / 2, height: height / 2, colour })),
  );
  const layers = quarters.map((input, index) => ({
    input: Buffer.from(input),
    left: index % 2 === 0 ? 0 : width / 2,
    top: index < 2 ? 0 : height / 2,
  }));
  const canvas = sharp({ create: { width, height, channels: 3, background: 'black' } }).composite(layers);
  return new Uint8Array(await canvas.jpeg({ quality: 100 }).withMetadata({ orientation }).toBuffer());
}

/** Returns the colours near the corners of an image: top left, top right, bottom left, bottom right. */
export async function readCorners(file: string | Uint8Array): Promise<string[]> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const colourAt = (x: number, y: number) => {
    const at = (y * info.width + x) * info.channels;
    const [red, green, blue] = [...data.subarray(at, at + 3)].map((level) => level > 128);
    return (red && green && 'yellow') || (red && 'red') || (green && 'lime') || (blue && 'blue') || 'black';
  };
  const [right, bottom] = [info.width - 9, info.height - 9];
  return [colourAt(8, 8), colourAt(right, 8), colourAt(8, bottom), colourAt(right, bottom)];
}

/** Returns a file as an upload leaves it on the disk for the library. */
export function imageFile(bytes: Uint8Array): ImageFile {
  const path = join(newTempFolder(), 'picture');
  writeFileSync(path, bytes);
  return { path, publicId: computePublicId(Buffer.from(bytes)), bytes: bytes.length };
}

/** Returns a small PNG file of 20,000 × 20,000 black pixels: 1.2 GB once decoded. */
export function pixelBomb(): Uint8Array<ArrayBuffer> {
  const side = 20_000;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(side * (1 + side / 8)), { level: 1 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', rows), pngChunk('IEND', Buffer.alloc(0))];
  return new Uint8Array(Buffer.concat([signature, ...chunks]));
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(typed), 4);
  return Buffer.concat([frame.subarray(0, 4), typed, frame.subarray(4)]);
}

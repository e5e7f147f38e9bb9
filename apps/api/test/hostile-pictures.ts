import { deflateSync } from 'node:zlib';
import { pngChunk } from './image-fixture.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const colourTypes = { grey: 0, palette: 3, rgba: 6 };

export interface PngHeader {
  width: number;
  height: number;
  /** Bits per colour. */
  depth: 1 | 8 | 16;
  colours?: keyof typeof colourTypes;
  isInterlaced?: boolean;
}

/** Returns a PNG file whose header claims this size and which contains almost no data. */
export function createBomb({
  width,
  height,
  depth,
  colours = 'grey',
  isInterlaced,
}: PngHeader): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colourTypes[colours], 0, 0, isInterlaced ? 1 : 0], 8);
  const palette = colours === 'palette' ? [pngChunk('PLTE', Buffer.alloc(3))] : [];
  const data = pngChunk('IDAT', deflateSync(Buffer.alloc(1024)));
  const end = pngChunk('IEND', Buffer.alloc(0));
  return new Uint8Array(Buffer.concat([signature, pngChunk('IHDR', header), ...palette, data, end]));
}

/** Returns a PNG with one more chunk after its header. */
export function pngWith(png: Uint8Array, type: string, text: string): Uint8Array<ArrayBuffer> {
  const headerEnd = signature.length + 25;
  const more = pngChunk(type, Buffer.from(text, 'latin1'));
  return new Uint8Array(Buffer.concat([png.subarray(0, headerEnd), more, png.subarray(headerEnd)]));
}

/** Returns an animation that repeats the same picture. */
export function animatedWebp(still: Uint8Array, frames: number): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(still);
  // After RIFF, its length and WEBP: one chunk with the picture.
  const image = bytes.subarray(12);
  const side = 16 - 1;
  const size = [side, 0, 0, side, 0, 0];
  const extended = riffChunk('VP8X', Buffer.from([0x02, 0, 0, 0, ...size]));
  const animation = riffChunk('ANIM', Buffer.alloc(6));
  const frame = riffChunk('ANMF', Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, ...size, 10, 0, 0, 0]), image]));
  const body = Buffer.concat([Buffer.from('WEBP'), extended, animation, ...Array(frames).fill(frame)]);
  return new Uint8Array(riffChunk('RIFF', body));
}

function riffChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.from(`${type}\0\0\0\0`, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/**
 * Returns a small grey JPEG file with this many scans. The first one is black for every block. Each further one states
 * in a few bytes that nothing changes, but makes a decoder process the whole picture.
 */
export function jpegOfScans(width: number, height: number, scans: number): Uint8Array<ArrayBuffer> {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const sizes = [height >> 8, height & 255, width >> 8, width & 255];
  /** A table with one code, the bit 0. */
  const codes = (kind: number, symbol: number) => jpegSegment(0xc4, [kind << 4, 1, ...Array(15).fill(0), symbol]);
  const scan = (first: number, last: number, bits: number) =>
    Buffer.concat([jpegSegment(0xda, [1, 1, 0, first, last, 0]), Buffer.alloc(Math.ceil(bits / 8))]);
  // One code for 16,384 blocks without coefficients, with its 14 bits of length.
  const empty = scan(1, 63, Math.ceil(blocks / 16_384) * 15);
  const start = Buffer.from([0xff, 0xd8]);
  const quantisation = jpegSegment(0xdb, [0, ...Array(64).fill(1)]);
  const frame = jpegSegment(0xc2, [8, ...sizes, 1, 1, 0x11, 0]);
  const head = [start, quantisation, frame, codes(0, 0), codes(1, 0xe0), scan(0, 0, blocks)];
  return new Uint8Array(Buffer.concat([...head, ...Array(scans - 1).fill(empty), Buffer.from([0xff, 0xd9])]));
}

function jpegSegment(marker: number, data: number[]): Buffer {
  const length = data.length + 2;
  return Buffer.from([0xff, marker, length >> 8, length & 255, ...data]);
}

const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/**
 * Returns a valid, transparent, interlaced PNG file: the decoder has to keep all of it in memory before the first row
 * is complete.
 */
export function interlacedPng(side: number, depth: 8 | 16): Uint8Array<ArrayBuffer> {
  const bytesOfPass = ([x, y, dx, dy]: (typeof adam7)[number]): number =>
    Math.ceil((side - y) / dy) * (1 + (Math.ceil((side - x) / dx) * 4 * depth) / 8);
  const bytes = adam7.reduce((sum, pass) => sum + bytesOfPass(pass), 0);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([depth, colourTypes.rgba, 0, 0, 1], 8);
  const rows = pngChunk('IDAT', deflateSync(Buffer.alloc(bytes), { level: 1 }));
  return new Uint8Array(Buffer.concat([signature, pngChunk('IHDR', header), rows, pngChunk('IEND', Buffer.alloc(0))]));
}

import { deflateSync } from 'node:zlib';
import { pngChunk } from './image-scene.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const colourTypes = { grey: 0, palette: 3, rgba: 6 };

export interface PngHeader {
  width: number;
  height: number;
  /** Bits for each colour. */
  depth: 1 | 8 | 16;
  colours?: keyof typeof colourTypes;
  isInterlaced?: boolean;
}

/** A PNG file that claims to be so large, and holds hardly anything. */
export function bombOf({ width, height, depth, colours = 'grey', isInterlaced }: PngHeader): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colourTypes[colours], 0, 0, isInterlaced ? 1 : 0], 8);
  const palette = colours === 'palette' ? [pngChunk('PLTE', Buffer.alloc(3))] : [];
  const data = pngChunk('IDAT', deflateSync(Buffer.alloc(1024)));
  const end = pngChunk('IEND', Buffer.alloc(0));
  return new Uint8Array(Buffer.concat([signature, pngChunk('IHDR', header), ...palette, data, end]));
}

/** A PNG with one more chunk behind its header. */
export function pngWith(png: Uint8Array, type: string, text: string): Uint8Array<ArrayBuffer> {
  const headerEnd = signature.length + 25;
  const more = pngChunk(type, Buffer.from(text, 'latin1'));
  return new Uint8Array(Buffer.concat([png.subarray(0, headerEnd), more, png.subarray(headerEnd)]));
}

/** The same picture so many times, as an animation. */
export function animatedWebp(still: Uint8Array, frames: number): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(still);
  // Behind RIFF, its length and WEBP: one chunk with the picture.
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

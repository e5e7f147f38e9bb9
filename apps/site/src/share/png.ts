import { crc32, deflateSync } from 'node:zlib';

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const indexedColor = 3;
/** A third more bytes in a sixth of the time: an editor waits for it, and a messenger loads it once. */
const fastest = 1;

/** Encodes a PNG of at most 256 colours. `pixels` are indexes into `palette` (six hex digits each), row by row. */
export function encodePng(pixels: Uint8Array, palette: readonly string[], width: number): Uint8Array {
  const height = pixels.length / width;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, indexedColor, 0, 0, 0], 8);
  // Each row begins with its filter: none, the best for flat colours.
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette.join(''), 'hex')),
    chunk('IDAT', deflateSync(rows, { level: fastest })),
    chunk('IEND', new Uint8Array()),
  ]);
}

/** Returns an indexed PNG with other colours (six hex digits each) in its palette. */
export function recolorPng(png: Buffer, recolor: (hex: string) => string): Buffer {
  const chunks: Buffer[] = [png.subarray(0, signature.length)];
  for (let at = signature.length; at < png.length; ) {
    const end = at + 12 + png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const palette = png.toString('hex', at + 8, end - 4).match(/.{6}/g) ?? [];
    const isPalette = type === 'PLTE';
    chunks.push(isPalette ? chunk(type, Buffer.from(palette.map(recolor).join(''), 'hex')) : png.subarray(at, end));
    at = end;
  }
  return Buffer.concat(chunks);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { buildEffort, compress, publishEffort } from './compress.ts';

const page = Buffer.from('<p>The same words again and again.</p>'.repeat(100));

test.each([publishEffort, buildEffort])('both precompressed copies decompress to the file (%j)', async (effort) => {
  const { br, gzip } = await compress(page, 'text/html; charset=utf-8', effort);
  expect(br && brotliDecompressSync(br)).toEqual(page);
  expect(gzip && gunzipSync(gzip)).toEqual(page);
});

test('a file larger than any window can be decompressed', async () => {
  const large = Buffer.concat(Array.from({ length: 3000 }, (_, index) => Buffer.from(`${index} ${page}`)));
  const { br } = await compress(large, 'text/css', publishEffort);
  expect(br && brotliDecompressSync(br).equals(large)).toBe(true);
});

test('small and already compressed files get no precompressed copies', async () => {
  expect(await compress(page, 'font/woff2', publishEffort)).toEqual({});
  expect(await compress(page.subarray(0, 200), 'text/html', publishEffort)).toEqual({});
});

test('compression is deterministic', async () => {
  expect(await compress(page, 'text/html', publishEffort)).toEqual(await compress(page, 'text/html', publishEffort));
});

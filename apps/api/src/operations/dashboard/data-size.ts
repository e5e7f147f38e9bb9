import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const cachedMs = 5 * 60_000;

/**
 * Size of everything below a folder, in bytes. Counting takes one `stat` per file, so that the answer is kept for five
 * minutes and people who ask meanwhile share it.
 */
export function createDataSize(folder: string) {
  let counted: { at: number; bytes: Promise<number> } | undefined;

  return (now: Date): Promise<number> => {
    if (!counted || Math.abs(now.getTime() - counted.at) > cachedMs) {
      counted = { at: now.getTime(), bytes: sizeOf(folder) };
    }
    return counted.bytes;
  };
}

async function sizeOf(folder: string): Promise<number> {
  // Files come and go while we count: what is gone has no size.
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await sizeOf(path);
    else if (entry.isFile()) bytes += (await stat(path).catch(() => undefined))?.size ?? 0;
  }
  return bytes;
}

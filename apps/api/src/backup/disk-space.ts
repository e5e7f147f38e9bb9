import { dirname } from 'node:path';
import type { Db } from '../platform/db/client.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { diskOf } from './integrity-check.ts';

/** Bytes that are left on the disk of a folder. */
export type FreeBytes = (folder: string) => Promise<number>;

/** What the site goes on writing meanwhile. */
const spareBytes = 256 * 1024 ** 2;

export const freeBytesOf: FreeBytes = async (folder) => (await diskOf(folder)).freeBytes;

/**
 * The database is there twice, as the copy and for its rehearsal; pictures take no room, since they are shared.
 *
 * @throws ProblemError 503 when that would fill the disk, on which enquiries still have to fit
 */
export async function assertRoom(
  db: Pick<Db, '$client'>,
  folder: string,
  freeBytes: FreeBytes = freeBytesOf,
): Promise<void> {
  const pragma = (name: string) => Number(db.$client.pragma(name, { simple: true }));
  const needed = 2 * pragma('page_count') * pragma('page_size') + spareBytes;
  const free = await freeBytes(dirname(folder));
  if (free >= needed) return;
  const detail = `Not enough room for a backup: ${megabytes(free)} MB are free, ${megabytes(needed)} MB are needed.`;
  throw new ProblemError('unavailable', { detail });
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1024 ** 2);

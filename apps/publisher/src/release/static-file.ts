import type { ReleaseFile } from '@threadline/schema/release';

/** A file that already exists on disk and is linked into a release. */
export interface StaticFile {
  /** URL path. */
  path: string;
  /** Absolute path. The precompressed copies are beside it. */
  source: string;
  entry: ReleaseFile;
}

/** File extensions of the precompressed copies. */
export const encodingSuffix = { br: '.br', gzip: '.gz' } as const;

export type Encoding = keyof typeof encodingSuffix;

/** Returns the suffixes of an entry's file and its precompressed copies. */
export function listSuffixes({ encodings }: Pick<ReleaseFile, 'encodings'>): string[] {
  return [
    '',
    ...(encodings.br === undefined ? [] : [encodingSuffix.br]),
    ...(encodings.gzip === undefined ? [] : [encodingSuffix.gzip]),
  ];
}

import type { ReleaseFile } from '@threadline/schema/release';

/** A file that is on disk already and only gets a second name in a release. */
export interface StaticFile {
  /** URL path. */
  path: string;
  /** Absolute; compressed twins lie beside it. */
  source: string;
  entry: ReleaseFile;
}

/** Names of the compressed twins. */
export const twinSuffix = { br: '.br', gzip: '.gz' } as const;

export type Encoding = keyof typeof twinSuffix;

/** The file of an entry and its twins, as suffixes to its name. */
export function suffixesOf({ encodings }: Pick<ReleaseFile, 'encodings'>): string[] {
  return [
    '',
    ...(encodings.br === undefined ? [] : [twinSuffix.br]),
    ...(encodings.gzip === undefined ? [] : [twinSuffix.gzip]),
  ];
}

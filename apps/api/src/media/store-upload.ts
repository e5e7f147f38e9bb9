import type { Image } from '@threadline/schema/image';
import type { ProblemCode } from '@threadline/schema/problem';
import type { Actor } from '../platform/audit-log/audit-log.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import type { ImageLibrary } from './library.ts';
import { readUpload } from './read-upload.ts';

export interface KeptUpload {
  images: Image[];
  /** Those of them that were in the library before, by `_id`: recognised by their bytes. */
  known: string[];
  /** The files that could not be kept, by name; the others are. */
  failures: { name: string; detail: string }[];
}

interface KeepInput {
  request: Request;
  /** Of this upload alone; the caller removes it. */
  folder: string;
  by: Actor;
  /** Called as soon as everything has arrived. @throws ProblemError when the caller was signed out meanwhile */
  assertSessionActive: () => void;
}

/**
 * Reads an upload and keeps every file that can be kept.
 *
 * @throws ProblemError when none could be kept: with the code they share, or else 422
 */
export async function keepUpload(
  library: ImageLibrary,
  { request, folder, by, assertSessionActive }: KeepInput,
): Promise<KeptUpload> {
  const { files, tags } = await readUpload(request, folder);
  assertSessionActive();
  const images: Image[] = [];
  const known: string[] = [];
  const failures: KeptUpload['failures'] = [];
  const codes = new Set<ProblemCode>();
  for (const file of files) {
    try {
      if (file.refusal) throw file.refusal;
      const added = await library.add({ ...file, tags }, by);
      images.push(added.image);
      if (added.known) known.push(added.image._id);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      failures.push({ name: file.name || 'image', detail: error.message });
      codes.add(error.code);
    }
  }
  if (images.length > 0) return { images, known, failures };
  const [code = 'validation-failed', ...others] = codes;
  throw new ProblemError(others.length === 0 ? code : 'validation-failed', {
    detail: failures.length === 1 ? failures[0]?.detail : 'None of these files could be kept.',
    errors: failures.map(({ detail }, index) => ({ pointer: `/images/${index}`, detail })),
  });
}

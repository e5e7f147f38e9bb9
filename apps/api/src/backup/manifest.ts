import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type BackupManifest, backupFileSchema, backupHeaderSchema, maxBackupFiles } from '@threadline/schema/backup';

export const manifestName = 'manifest.jsonl';

/** The first line holds a hash for each page of the site; every other line is short. */
const maxLineLength = 4 * 1024 * 1024;
const linesPerWrite = 500;

/** A file that is not a backup, or not a complete one. The message is a sentence for people. */
export class ArchiveError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ArchiveError';
  }
}

/**
 * Writes the manifest into the folder of a backup, line by line.
 *
 * @throws Error when the backup holds more than a manifest can list
 */
export async function writeManifest(folder: string, manifest: BackupManifest): Promise<void> {
  const { files, ...header } = manifest;
  const fileCount = Object.keys(files).length;
  const firstLine = JSON.stringify({ ...header, fileCount });
  if (fileCount > maxBackupFiles || firstLine.length > maxLineLength)
    throw new Error(`A backup holds at most ${maxBackupFiles} files. This site has ${fileCount}.`);

  function* chunks(): Generator<string> {
    let chunk = `${firstLine}\n`;
    let lines = 0;
    for (const [name, facts] of Object.entries(files)) {
      chunk += `${JSON.stringify({ name, ...facts })}\n`;
      lines += 1;
      if (lines % linesPerWrite > 0) continue;
      yield chunk;
      chunk = '';
    }
    yield chunk;
  }

  await pipeline(chunks, createWriteStream(join(folder, manifestName), { mode: 0o600 }));
}

/** @throws ArchiveError when the folder is not a backup */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const file = join(folder, manifestName);
  const parser = createManifestParser();
  try {
    for await (const chunk of createReadStream(file)) parser.write(chunk);
    return parser.end();
  } catch {
    throw new ArchiveError(`${file} is not the manifest of a backup that this version can read.`);
  }
}

/** Parses a manifest that arrives in pieces. Both methods throw when it is not a manifest. */
export function createManifestParser() {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const files: BackupManifest['files'] = {};
  let header: ReturnType<typeof backupHeaderSchema.parse> | undefined;
  let count = 0;
  let unfinished = '';

  function parseLine(line: string): void {
    if (!header) {
      header = backupHeaderSchema.parse(JSON.parse(line));
      return;
    }
    const { name, ...facts } = backupFileSchema.parse(JSON.parse(line));
    count += 1;
    if (count > header.fileCount || Object.hasOwn(files, name)) throw new Error('The manifest lists too many files.');
    files[name] = facts;
  }

  return {
    write(chunk: Uint8Array): void {
      const lines = (unfinished + decoder.decode(chunk, { stream: true })).split('\n');
      unfinished = lines.pop() ?? '';
      if (unfinished.length > maxLineLength) throw new Error('A line of the manifest is too long.');
      for (const line of lines) parseLine(line);
    },
    end(): BackupManifest {
      if (!header || count !== header.fileCount || unfinished !== '') throw new Error('The manifest is cut off.');
      const { fileCount: _, ...rest } = header;
      return { ...rest, files };
    },
  };
}

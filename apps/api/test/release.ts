import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { ReleaseFile, ReleaseManifest, StoredBytes } from '@threadline/schema/wire/release';
import { securityHeaders } from '@threadline/schema/wire/release-response';

export const policy = "default-src 'none'";

function storedBytes(body: Uint8Array): StoredBytes {
  return { bytes: body.length, sha256: createHash('sha256').update(body).digest('hex') };
}

function releaseFile(file: string, body: string, values: Partial<ReleaseFile> = {}): ReleaseFile {
  const headers = { 'content-security-policy': policy };
  return {
    file,
    ...storedBytes(Buffer.from(body)),
    contentType: 'text/html; charset=utf-8',
    encodings: { br: storedBytes(brotliCompressSync(body)), gzip: storedBytes(gzipSync(body)) },
    immutable: false,
    headers,
    ...values,
  };
}

/** Writes a release like the publisher. */
export function writeRelease(
  releasesDir: string,
  id: string,
  pages: Record<string, { file: string; body: string } & Partial<ReleaseFile>>,
): void {
  const folder = join(releasesDir, id);
  const files: ReleaseManifest['files'] = {};
  for (const [path, { file, body, ...values }] of Object.entries(pages)) {
    const target = join(folder, 'public', file);
    mkdirSync(join(target, '..'), { recursive: true });
    writeFileSync(target, body);
    files[path] = releaseFile(file, body, values);
    if (files[path].encodings.br !== undefined) writeFileSync(`${target}.br`, brotliCompressSync(body));
    if (files[path].encodings.gzip !== undefined) writeFileSync(`${target}.gz`, gzipSync(body));
  }
  const manifest: ReleaseManifest = {
    id,
    revision: Number(id.slice(0, 6)),
    createdAt: '2026-11-21T10:00:00.000Z',
    headers: { ...securityHeaders },
    files,
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
}

import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { ReleaseFile, ReleaseManifest } from '@threadline/schema/wire/release';
import { securityHeaders } from '@threadline/schema/wire/release-response';
import type { StoredRelease } from '../src/publish-target.ts';

const digest = (body: string | Uint8Array) => createHash('sha256').update(body).digest('hex');
const filler = '<p>Enough text to be worth compressing.</p>'.repeat(20);

interface FixtureOptions {
  revision: number;
  /** Each title has hashed files of its own. */
  title: string;
  /** Paths of pages beside `/`, `/about/` and `/404/`. */
  pages?: readonly string[];
}

/** Writes a small release into a folder: pages that refer to each other, and to a script and a style sheet. */
export async function writeFixtureRelease(
  folder: string,
  { revision, title, pages = [] }: FixtureOptions,
): Promise<StoredRelease> {
  const hash = digest(title).slice(0, 8);
  const id = `${String(revision).padStart(6, '0')}-${hash}`;
  const paths = ['/', '/about/', '/404/', ...pages];
  const assets = [`/_astro/app.${hash}.js`, `/_astro/style.${hash}.css`];
  const links = paths.filter((path) => path !== '/404/').map((path) => `<a href="${path}">Page</a>`);
  const html = (path: string) =>
    `<!doctype html><title>${title}</title><link href="${assets[1]}"><script src="${assets[0]}"></script><h1>${path}</h1>${links.join('')}${filler}`;
  const bodies: [path: string, file: string, contentType: string, body: string][] = [
    ...paths.map((path): [string, string, string, string] => [
      path,
      path === '/404/' ? '404.html' : `${path.slice(1)}index.html`,
      'text/html; charset=utf-8',
      html(path),
    ]),
    ...assets.map((path): [string, string, string, string] => [
      path,
      path.slice(1),
      path.endsWith('.js') ? 'text/javascript' : 'text/css',
      `/* ${title} ${path} */`,
    ]),
    ['/release.json', 'release.json', 'application/json', JSON.stringify({ id, revision })],
  ];
  const publicDir = join(folder, id, 'public');
  const files: Record<string, ReleaseFile> = {};
  for (const [path, file, contentType, body] of bodies) {
    await mkdir(dirname(join(publicDir, file)), { recursive: true });
    await writeFile(join(publicDir, file), body);
    const br = brotliCompressSync(body);
    if (file.endsWith('.html')) await writeFile(join(publicDir, `${file}.br`), br);
    files[path] = {
      file,
      sha256: digest(body),
      bytes: Buffer.byteLength(body),
      contentType,
      encodings: file.endsWith('.html') ? { br: { sha256: digest(br), bytes: br.length } } : {},
      immutable: path.startsWith('/_astro/'),
      headers: file.endsWith('.html') ? { 'content-security-policy': `default-src 'self'; script-src '${hash}'` } : {},
    };
  }
  const headers = { ...securityHeaders };
  const manifest: ReleaseManifest = { id, revision, createdAt: new Date().toISOString(), headers, files };
  await writeFile(join(folder, id, 'manifest.json'), JSON.stringify(manifest));
  return { manifest, publicDir };
}

/** Returns a function that writes releases with increasing revisions. @param folder of the releases */
export function createReleases(folder: string) {
  let revision = 0;
  return (title: string) => {
    revision += 1;
    return writeFixtureRelease(folder, { revision, title });
  };
}

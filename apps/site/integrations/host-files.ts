import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Snapshot } from '@threadline/schema/content/snapshot';
import { createHostFiles, type HostedSite, type StaticHost } from '@threadline/schema/wire/host-files';
import { getMediaHeaders, hasHashedName, securityHeaders } from '@threadline/schema/wire/release-response';
import { toHeaderPolicy } from '../src/renderer/header-policy.ts';

interface HostFilesInput {
  snapshot: Pick<Snapshot, 'revision' | 'apiUrl'>;
  host: StaticHost;
}

const metaPolicy = /<meta http-equiv="content-security-policy" content="([^"]*)">/;
/** In the page at the former address of an article. */
const leadingOn = /<meta http-equiv="refresh" content="0; url=([^"]*)">/;

/**
 * Adds to a static build what a release has and the files of its pages lack: `release.json`, by which the dashboard
 * recognises the site, and the headers of each file in `_headers` and `_redirects`.
 */
export async function writeHostFiles(folder: string, { snapshot, host }: HostFilesInput): Promise<void> {
  const files: HostedSite['files'] = {};
  const hash = createHash('sha256');
  for (const name of await listFiles(folder)) {
    const body = await readFile(path.join(folder, name));
    const url = toUrlPath(name);
    const html = name.endsWith('.html') ? body.toString('utf8') : '';
    const policy = metaPolicy.exec(html)?.[1];
    const location = leadingOn.exec(html)?.[1];
    const headers = {
      ...(policy ? { 'content-security-policy': toHeaderPolicy(policy) } : getMediaHeaders(url)),
      ...(location !== undefined && { location }),
    };
    files[url] = { headers, immutable: hasHashedName(url) };
    hash.update(url).update('\0').update(body);
  }
  const { revision, apiUrl } = snapshot;
  const id = `${String(revision).padStart(6, '0')}-${hash.digest('hex').slice(0, 8)}`;
  files['/release.json'] = { headers: {}, immutable: false };
  const { headers, redirects } = createHostFiles({ headers: { ...securityHeaders }, files }, { host, appUrl: apiUrl });
  await Promise.all([
    writeFile(path.join(folder, 'release.json'), JSON.stringify({ id, revision })),
    writeFile(path.join(folder, '_headers'), headers),
    writeFile(path.join(folder, '_redirects'), redirects),
  ]);
}

/** Returns the paths of all files below a folder, in the same order on every machine. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name))).sort();
}

function toUrlPath(file: string): string {
  const url = `/${file.split(path.sep).join('/')}`;
  return url === '/404.html' ? '/404/' : url.replace(/\/index\.html$/, '/');
}

import type { ReleaseFile } from './release.ts';
import { createFileHeaders, isLibrarySvg } from './release-response.ts';

/**
 * Cloudflare applies every rule that matches a path, and a later rule can remove a header of an earlier one. Netlify cannot
 * remove a header, and does not document which of two values wins.
 */
export type StaticHost = 'cloudflare' | 'netlify';

/** Below the limits of Cloudflare, 100 and 2,000: it ignores what exceeds them, without an error. */
const maxRules = 95;
const maxLineLength = 1950;

const policyName = 'content-security-policy';

type HostedFile = Pick<ReleaseFile, 'headers' | 'immutable'>;

export interface HostedSite {
  /** Headers of all files. */
  headers: Record<string, string>;
  /** URL path → file. `/404/` is the response to every unknown path. */
  files: Record<string, HostedFile>;
}

interface HostFilesOptions {
  host: StaticHost;
  /** The address of admin and API, if it is not that of the pages. */
  appUrl?: string;
}

/**
 * Returns the contents of `_headers` and `_redirects`, with which a static host sends the headers of a release.
 *
 * @param site a release manifest, or the part of it that is used
 * @throws Error with a sentence if the files would exceed a limit of the host
 */
export function createHostFiles(
  site: HostedSite,
  { host, appUrl = '' }: HostFilesOptions,
): { headers: string; redirects: string } {
  // A former address is a redirect, which has no headers of its own.
  const isFile = ([, { headers }]: [string, HostedFile]) => headers.location === undefined;
  const served = { ...site, files: Object.fromEntries(Object.entries(site.files).filter(isFile)) };
  const rules = host === 'cloudflare' ? listReplacingRules(served) : listSeparateRules(served);
  const redirects = listRedirects(site, { host, appUrl });
  const lines = rules.flatMap(({ path, headers }) => [path, ...headers.map((header) => `  ${header}`)]);
  for (const line of [...lines, ...redirects]) assertLength(line);
  return { headers: toText(lines), redirects: toText(redirects) };
}

interface Rule {
  /** A path, or the beginning of one and `*`. */
  path: string;
  /** Lines of the form `name: value`, or `! name` to remove a header. */
  headers: string[];
}

const formatHeaders = (headers: Record<string, string>) =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

/** Returns rules of which two that match a path never set the same header. Unknown paths get no policy. */
function listSeparateRules({ headers, files }: HostedSite): Rule[] {
  const own = Object.entries(files).map(([path, file]) => ({ path, headers: formatHeaders(getOwnHeaders(file)) }));
  return [{ path: '/*', headers: formatHeaders(headers) }, ...own.filter((rule) => rule.headers.length > 0)];
}

/** Returns a rule for all paths with the headers of the 404 page, which no other rule matches, and the exceptions to it. */
function listReplacingRules(site: HostedSite): Rule[] {
  const shared = { ...site.headers, ...site.files['/404/']?.headers };
  const exact = listExceptions(site, shared);
  if (exact.length < maxRules) return [{ path: '/*', headers: formatHeaders(shared) }, ...exact];
  // One policy for all pages: each page then allows the inline scripts and styles of the others as well.
  const isPage = ([path, { headers }]: [string, HostedFile]) => policyName in headers && !isLibrarySvg(path);
  const policies = Object.entries(site.files)
    .filter(isPage)
    .map(([, { headers }]) => headers[policyName] ?? '');
  const merged = { ...shared, [policyName]: mergePolicies(policies) };
  const files = Object.entries(site.files).map(([path, file]): [string, HostedFile] => [
    path,
    isPage([path, file]) ? { ...file, headers: { ...file.headers, [policyName]: merged[policyName] } } : file,
  ]);
  const few = listExceptions({ headers: site.headers, files: Object.fromEntries(files) }, merged);
  if (few.length < maxRules) return [{ path: '/*', headers: formatHeaders(merged) }, ...few];
  throw new Error(`The site needs ${few.length + 1} header rules; a static host applies ${maxRules} at most.`);
}

/** Returns a rule for each file whose headers differ from `shared`; for all files of the largest folders if they are too many. */
function listExceptions(site: HostedSite, shared: Record<string, string>): Rule[] {
  const rules = Object.entries(site.files).flatMap(([path, file]): Rule[] => {
    const wanted = { ...site.headers, ...getOwnHeaders(file) };
    const added = Object.entries(wanted).filter(([name, value]) => shared[name] !== value);
    const removed = Object.keys(shared).filter((name) => !(name in wanted));
    // Removed before it is set, because two policies would both be enforced.
    const names = [...removed, ...added.map(([name]) => name)].map((name) => `! ${name}`);
    const headers = [...names, ...formatHeaders(Object.fromEntries(added))];
    return headers.length > 0 ? [{ path, headers }] : [];
  });
  return listHashedFolders(site).reduce((found, folder) => {
    // An SVG has a policy of its own, which replaces that of its folder.
    const inside = found.filter(({ path }) => path.startsWith(folder) && !isLibrarySvg(path));
    const [first] = inside;
    // A rule for each file is better: a 404 of a folder's rule would be cached as long as its files.
    if (found.length < maxRules || !first) return found;
    return [{ path: `${folder}*`, headers: first.headers }, ...found.filter((rule) => !inside.includes(rule))];
  }, rules);
}

/** Returns the top folders that contain nothing but files that may be cached forever, the largest first. */
function listHashedFolders({ files }: HostedSite): string[] {
  const counts = new Map<string, number>();
  for (const [path, { immutable }] of Object.entries(files)) {
    const folder = path.slice(0, path.indexOf('/', 1) + 1);
    if (folder === '') continue;
    counts.set(folder, immutable ? (counts.get(folder) ?? 0) + 1 : Number.NEGATIVE_INFINITY);
  }
  const hashed = [...counts].filter(([, count]) => count > 0);
  return hashed.sort(([, one], [, other]) => other - one).map(([folder]) => folder);
}

/** Returns the headers of one file. Hosts let every file be revalidated that has no rule for `cache-control`. */
function getOwnHeaders({ headers, immutable }: HostedFile): Record<string, string> {
  if (!immutable) return headers;
  const { 'cache-control': forever = '' } = createFileHeaders(
    { headers, immutable, contentType: '', sha256: '' },
    undefined,
  );
  return { ...headers, 'cache-control': forever };
}

/** Returns a policy that allows what any of these policies allows. */
export function mergePolicies(policies: string[]): string {
  const directives = new Map<string, Set<string>>();
  for (const directive of policies.flatMap((policy) => policy.split(';'))) {
    const [name, ...sources] = directive.trim().split(' ');
    if (!name) continue;
    directives.set(name, new Set([...(directives.get(name) ?? []), ...sources]));
  }
  return [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join('; ');
}

/** Netlify ignores a slash at the end of a path, so a redirect that adds one would never end. */
function listRedirects({ files }: HostedSite, { host, appUrl = '' }: HostFilesOptions): string[] {
  // Without the exclamation mark, Netlify prefers the page at the former address.
  const status = host === 'netlify' ? '301!' : '301';
  const moved = Object.entries(files).flatMap(([path, { headers }]) =>
    headers.location === undefined ? [] : `${path} ${headers.location} ${status}`,
  );
  const pages = Object.keys(files).filter((path) => path.endsWith('/') && path !== '/' && path !== '/404/');
  const added = host === 'cloudflare' ? pages.map((path) => `${path.slice(0, -1)} ${path} 308`) : [];
  const slashes = [...moved, ...added];
  // The last rule is the only one with a pattern: Cloudflare counts all that follow such a rule as patterns.
  return appUrl ? [...slashes, `/admin ${appUrl}/admin/ 302`, `/admin/* ${appUrl}/admin/:splat 302`] : slashes;
}

function assertLength(line: string): void {
  if (line.length <= maxLineLength) return;
  const [name] = line.trim().split(/[: ]/, 1);
  throw new Error(`A line with ${name} has ${line.length} characters; a static host reads ${maxLineLength} at most.`);
}

const toText = (lines: string[]) => lines.map((line) => `${line}\n`).join('');

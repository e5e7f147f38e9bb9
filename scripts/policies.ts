/**
 * Prints the Content Security Policy of the pages of the current release, for servers that do not read its manifest:
 *
 * - `node scripts/policies.ts nginx DATA_DIR`: lines for a `map` of nginx (docs/recipes/nginx-static.conf)
 * - `node scripts/policies.ts shared DATA_DIR`: one policy for all pages, for a CDN with one set of headers
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mergePolicies } from '../packages/schema/src/wire/host-files.ts';
import { isLibrarySvg } from '../packages/schema/src/wire/release-response.ts';

interface Manifest {
  files: Record<string, { file: string; headers: Record<string, string> }>;
}

const [mode, dataDir = 'data'] = process.argv.slice(2);
if (mode !== 'nginx' && mode !== 'shared') {
  process.stderr.write('Usage: node scripts/policies.ts nginx|shared DATA_DIR\n');
  process.exit(2);
}
const manifest = join(dataDir, 'releases/current/manifest.json');
const { files } = JSON.parse(readFileSync(manifest, 'utf8')) as Manifest;
const pages = Object.values(files).flatMap(({ file, headers }) => {
  const policy = headers['content-security-policy'];
  // One policy for all pages must not have the sandbox of an SVG.
  const isUsed = mode === 'nginx' || !isLibrarySvg(`/${file}`);
  return policy && isUsed ? [{ file, policy }] : [];
});
const lines =
  mode === 'nginx'
    ? pages.map(({ file, policy }) => `"/${file}" "${policy}";`)
    : [mergePolicies(pages.map(({ policy }) => policy))];
process.stdout.write(lines.map((line) => `${line}\n`).join(''));

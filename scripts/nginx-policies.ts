/**
 * Prints the Content Security Policy of each page of the current release, as lines for a `map` of nginx
 * (docs/recipes/nginx-static.conf): `node scripts/nginx-policies.ts DATA_DIR`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
  files: Record<string, { file: string; headers: Record<string, string> }>;
}

const [dataDir = 'data'] = process.argv.slice(2);
const manifest = join(dataDir, 'releases/current/manifest.json');
const { files } = JSON.parse(readFileSync(manifest, 'utf8')) as Manifest;
for (const { file, headers } of Object.values(files)) {
  const policy = headers['content-security-policy'];
  if (policy) process.stdout.write(`"/${file}" "${policy}";\n`);
}

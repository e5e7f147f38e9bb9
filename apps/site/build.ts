import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * `node build.ts static` writes the site as files to dist/; `node build.ts renderer` writes the bundle with which the
 * publisher renders any snapshot to dist-renderer/. A child process each: Astro keeps state from build to build.
 */
const mode = process.argv[2];
if (mode !== 'static' && mode !== 'renderer') {
  process.stderr.write('Usage: node build.ts static|renderer\n');
  process.exit(2);
}

const astroFolder = path.dirname(createRequire(import.meta.url).resolve('astro/package.json'));
const child = spawn(process.execPath, [path.join(astroFolder, 'bin/astro.mjs'), 'build'], {
  cwd: import.meta.dirname,
  stdio: 'inherit',
  env: { ...process.env, SITE_BUILD: mode, ASTRO_TELEMETRY_DISABLED: '1' },
});
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});

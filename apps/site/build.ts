import { spawn } from 'node:child_process';
import { rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { configOrExit } from '@threadline/config/config-or-exit';
import { readConfig } from './config.ts';

/**
 * `node build.ts static` writes the site as files to dist/; `node build.ts renderer` writes the bundle with which the
 * publisher renders any snapshot to dist-renderer/. A child process each: Astro keeps state from build to build.
 */
const mode = process.argv[2];
if (mode !== 'static' && mode !== 'renderer') {
  process.stderr.write('Usage: node build.ts static|renderer\n');
  process.exit(2);
}

const { outFolder } = configOrExit(() => readConfig({ ...process.env, SITE_BUILD: mode }));
// If this build fails, the folder keeps the last complete one.
const target = mode === 'static' ? `${outFolder}.building` : outFolder;
const astroFolder = path.dirname(createRequire(import.meta.url).resolve('astro/package.json'));
const child = spawn(process.execPath, [path.join(astroFolder, 'bin/astro.mjs'), 'build'], {
  cwd: import.meta.dirname,
  stdio: 'inherit',
  env: { ...process.env, SITE_BUILD: mode, SITE_OUT: target, ASTRO_TELEMETRY_DISABLED: '1' },
});
child.on('exit', async (code) => {
  process.exitCode = code ?? 1;
  if (target === outFolder) return;
  if (code === 0) await replaceFolder(outFolder, target);
  else await rm(target, { recursive: true, force: true });
});

async function replaceFolder(folder: string, replacement: string): Promise<void> {
  const old = `${folder}.old`;
  await rm(old, { recursive: true, force: true });
  await rename(folder, old).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(replacement, folder);
  await rm(old, { recursive: true, force: true });
}

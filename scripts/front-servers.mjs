import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './processes.mjs';
import { root } from './toolchain.mjs';

/** Name of the package, and the environment variable with the path of the program for the end-to-end tests. */
const servers = [
  { name: 'caddy', variable: 'CADDY_PROGRAM', file: 'usr/bin/caddy', args: ['version'] },
  { name: 'nginx', variable: 'NGINX_PROGRAM', file: 'usr/sbin/nginx', args: ['-v'] },
];

/**
 * Finds the servers for the tests of the recipes: those of the machine, or Debian's packages, unpacked beside the
 * toolchain. Nothing
 * is installed, because a package would start its server on this machine.
 *
 * @returns {Promise<{ env: Record<string, string>, missing: string[] }>} `env` has the paths of the programs for the
 * tests
 */
export async function findFrontServers() {
  /** @type {Record<string, string>} */
  const env = {};
  const missing = [];
  for (const server of servers) {
    const program = (await usable(server)) ?? (await unpack(server));
    if (program) env[server.variable] = program;
    else missing.push(server.name);
  }
  return { env, missing };
}

/** The folder in which a package is unpacked. */
const getFolder = ({ name }) => join(root, '.toolchain', 'front', name);

async function usable({ name, variable, file, args }) {
  const places = [process.env[variable], name, join('/', file), join(getFolder({ name }), file)];
  for (const program of places) {
    if (program && (await runCommand(program, args, { timeoutMs: 10_000 })).code === 0) return program;
  }
  return undefined;
}

async function unpack(server) {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return undefined;
  mkdirSync(join(root, '.toolchain', 'front'), { recursive: true });
  const staging = mkdtempSync(join(root, '.toolchain', 'front', '.incoming-'));
  try {
    const download = () =>
      runCommand('apt-get', ['download', '-qq', server.name], { cwd: staging, timeoutMs: 60_000 }).then(
        ({ code }) => code === 0,
      );
    if (!(await download())) {
      // The package lists belong to root, and container images come without them.
      if (process.getuid?.() !== 0) return undefined;
      await runCommand('apt-get', ['update', '-qq'], { timeoutMs: 120_000 });
      if (!(await download())) return undefined;
    }
    const [archive = ''] = readdirSync(staging);
    const folder = getFolder(server);
    const { code } = await runCommand('dpkg-deb', ['-x', archive, 'files'], { cwd: staging });
    if (code !== 0) return undefined;
    rmSync(folder, { recursive: true, force: true });
    renameSync(join(staging, 'files'), folder);
    return await usable(server);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './processes.mjs';
import { root } from './toolchain.mjs';

/** Package, path in it, and environment variable with the path of the program for the end-to-end tests. */
const servers = [
  { name: 'caddy', variable: 'CADDY_PROGRAM', file: 'usr/bin/caddy', test: 'version' },
  { name: 'nginx', variable: 'NGINX_PROGRAM', file: 'usr/sbin/nginx', test: '-v' },
];

/**
 * Downloads the Debian package of a server and unpacks it. It is not installed, because it would start the server. Container
 * images come without package lists.
 */
const unpack = `
  set -e
  rm -rf "$1" && mkdir -p "$1" && cd "$1"
  apt-get download -qq "$2" || { apt-get update -qq; apt-get download -qq "$2"; }
  dpkg-deb -x ./*.deb .
  rm ./*.deb`;

/**
 * Finds the servers for the tests of the recipes: those of the machine, or Debian's packages, unpacked into `.toolchain/`.
 *
 * @returns {Promise<{ env: Record<string, string>, missing: string[] }>} `env` has the paths of the programs for the
 * tests
 */
export async function findFrontServers() {
  /** @type {Record<string, string>} */
  const env = {};
  const missing = [];
  for (const { name, variable, file, test } of servers) {
    const folder = join(root, '.toolchain', 'front', name);
    const find = async () => {
      for (const program of [process.env[variable], name, join('/', file), join(folder, file)])
        if (program && (await runCommand(program, [test], { timeoutMs: 10_000 })).code === 0) return program;
      return undefined;
    };
    const installed = await find();
    if (!installed && existsSync('/usr/bin/apt-get'))
      await runCommand('sh', ['-c', unpack, 'sh', folder, name], { timeoutMs: 180_000 });
    const program = installed ?? (await find());
    if (program) env[variable] = program;
    else missing.push(name);
  }
  return { env, missing };
}

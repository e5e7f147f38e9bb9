import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCommand } from './processes.mjs';
import { root } from './toolchain.mjs';

/**
 * Ceph's S3 gateway for tests: a real object store on this machine that keeps its objects in memory. None of the npm
 * packages that imitate S3 honours conditional writes.
 */
const packages = 'radosgw ceph-mon ceph-osd';
const credentials = { key: 'test-key', secret: 'test/secret+with=signs' };
const maxStartMs = 120_000;

/** Downloads the packages that this machine lacks, and unpacks them without installing anything. */
const unpack = `
  set -e
  rm -rf "$1" && mkdir -p "$1" && cd "$1"
  list() { apt-get install -s --no-install-recommends ${packages} | awk '/^Inst/ { print $2 }'; }
  names=$(list)
  [ -n "$names" ] || { apt-get update -qq; names=$(list); }
  apt-get download -qq $names || { apt-get update -qq; apt-get download -qq $names; }
  for package in ./*.deb; do dpkg-deb -x "$package" .; done
  rm ./*.deb`;

/** @returns {Promise<string | undefined>} the folder of the unpacked programs; undefined where they cannot be fetched */
async function findCeph() {
  const folder = join(root, '.toolchain', 'ceph');
  if (existsSync(join(folder, 'usr/bin/radosgw'))) return folder;
  if (!existsSync('/usr/bin/apt-get')) return undefined;
  const staging = `${folder}.${process.pid}`;
  const { code } = await runCommand('sh', ['-c', unpack, 'sh', staging], { timeoutMs: 300_000 });
  if (code !== 0) {
    rmSync(staging, { recursive: true, force: true });
    return undefined;
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(staging, folder);
  return folder;
}

/** @returns {Promise<number>} a free port on the loopback address */
function findFreePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}

/** One monitor and one OSD without authentication, which needs the mode `crc` everywhere. */
function writeConfig(file, { folder, library, fsid, monitorPort, port }) {
  const modes = ['ms', 'ms mon'].flatMap((scope) =>
    ['cluster', 'service', 'client'].map((peer) => `${scope} ${peer} mode = crc`),
  );
  const lines = [
    '[global]',
    `fsid = ${fsid}`,
    `mon host = v2:127.0.0.1:${monitorPort}`,
    'mon initial members = a',
    'public addr = 127.0.0.1',
    'cluster addr = 127.0.0.1',
    ...['cluster', 'service', 'client'].map((peer) => `auth ${peer} required = none`),
    ...modes,
    'osd pool default size = 1',
    'osd pool default min size = 1',
    'osd pool default pg num = 4',
    'osd pool default pgp num = 4',
    'osd pool default pg autoscale mode = off',
    'osd crush chooseleaf type = 0',
    'mon allow pool size one = true',
    'osd objectstore = memstore',
    // A limit, not a reservation: the default of 1 GB is too little for the benchmark of a restore.
    `memstore device bytes = ${8 * 1024 ** 3}`,
    `osd class dir = ${join(library, 'rados-classes')}`,
    `erasure code dir = ${join(library, 'ceph/erasure-code')}`,
    `plugin dir = ${join(library, 'ceph')}`,
    `run dir = ${folder}`,
    `admin socket = ${folder}/$name.asok`,
    `log file = ${folder}/$name.log`,
    'pid file =',
    `crash dir = ${folder}`,
    `mon data = ${folder}/mon`,
    `osd data = ${folder}/osd`,
    `rgw frontends = beast endpoint=127.0.0.1:${port} tcp_nodelay=1`,
    'rgw run sync thread = false',
    'rgw thread pool size = 32',
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
}

/**
 * Starts the gateway.
 *
 * @returns {Promise<{ url: string, stop: () => Promise<void> } | undefined>} `url`: `s3+http://KEY:SECRET@HOST:PORT`,
 * without a bucket; undefined where the programs cannot be fetched
 */
export async function startCeph() {
  const programs = await findCeph();
  if (!programs) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'ceph-'));
  const [port, monitorPort] = await Promise.all([findFreePort(), findFreePort()]);
  const architecture = readdirSync(join(programs, 'usr/lib')).find((name) => name.endsWith('-linux-gnu')) ?? '';
  const library = join(programs, 'usr/lib', architecture);
  const config = join(folder, 'ceph.conf');
  const fsid = randomUUID();
  writeConfig(config, { folder, library, fsid, monitorPort, port });
  for (const name of ['mon', 'osd']) mkdirSync(join(folder, name));
  const env = {
    PATH: `${join(programs, 'usr/bin')}:${process.env.PATH}`,
    LD_LIBRARY_PATH: [library, join(library, 'ceph'), join(programs, 'lib', architecture)].join(':'),
    PYTHONPATH: join(programs, 'usr/lib/python3/dist-packages'),
  };
  const children = [];
  /** Runs until the end of the tests, also if they are killed. */
  const serve = (name, args) => {
    const child = spawn(
      'setpriv',
      ['--pdeathsig', 'KILL', join(programs, 'usr/bin', name), '-c', config, ...args, '-f'],
      {
        env,
        stdio: 'ignore',
      },
    );
    children.push(child);
  };
  const stop = async () => {
    await Promise.all(
      children.map(
        (child) =>
          child.exitCode === null &&
          child.signalCode === null &&
          new Promise((ended) => child.once('exit', ended).kill('SIGKILL')),
      ),
    );
    rmSync(folder, { recursive: true, force: true });
  };
  const run = async (name, ...args) => {
    const { code, output } = await runCommand(name, args, { env, timeoutMs: maxStartMs });
    if (code !== 0) throw new Error(`${name} ${args[0]} failed: ${output.slice(-2000)}`);
  };
  try {
    const map = join(folder, 'monmap');
    await run('monmaptool', '--create', '--fsid', fsid, '--addv', 'a', `[v2:127.0.0.1:${monitorPort}]`, map);
    await run('ceph-mon', '-c', config, '--mkfs', '-i', 'a', '--monmap', map);
    serve('ceph-mon', ['-i', 'a']);
    await run('ceph-osd', '-c', config, '-i', '0', '--mkfs', '--osd-uuid', randomUUID());
    const osd = readFileSync(join(folder, 'osd/fsid'), 'utf8').trim();
    const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : join(programs, 'usr/bin/python3');
    await run(python, join(programs, 'usr/bin/ceph'), '-c', config, 'osd', 'new', osd, '0');
    serve('ceph-osd', ['-i', '0']);
    const { key, secret } = credentials;
    const account = ['--uid=test', '--display-name=test', `--access-key=${key}`, `--secret=${secret}`];
    await run('radosgw-admin', '-c', config, 'user', 'create', ...account);
    serve('radosgw', ['-n', 'client.rgw']);
    await waitForReply(`http://127.0.0.1:${port}/`);
    return { url: `s3+http://${key}:${encodeURIComponent(secret)}@127.0.0.1:${port}`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function waitForReply(url) {
  const deadline = Date.now() + maxStartMs;
  while (Date.now() < deadline) {
    const reply = await fetch(url).catch(() => undefined);
    if (reply?.ok) return;
    await sleep(100);
  }
  throw new Error('The S3 gateway of Ceph does not answer.');
}

/** One server for a run. Its start takes twelve seconds, and a minute on a busy machine. */
let shared;
let control;

/**
 * Global set-up of vitest: `inject('objectStore')` is an address that answers with the URL of the store, or empty where the
 * programs cannot be fetched.
 */
export async function setup(project) {
  const isAvailable = (await findCeph()) !== undefined;
  if (!isAvailable && process.env.CI)
    throw new Error('The packages of Ceph cannot be fetched, and CI must run all tests.');
  if (!isAvailable) console.log('Tests of object stores are skipped: the packages of Ceph cannot be fetched.');
  control ??= isAvailable ? startControl() : undefined;
  // A run of chosen files often needs no store. In a complete run, the first test would exceed its time limit.
  const isCompleteRun = !project.vitest.filenamePattern?.length;
  if (isAvailable && isCompleteRun) {
    shared ??= startCeph();
    await shared;
  }
  project.provide('objectStore', (await control)?.url ?? '');
}

async function startControl() {
  const server = createHttpServer(async (_request, reply) => {
    try {
      shared ??= startCeph();
      reply.end((await shared).url);
    } catch (error) {
      reply.writeHead(500).end(String(error));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}`, server };
}

export async function teardown() {
  (await control)?.server.close();
  await (await shared)?.stop();
  control = undefined;
  shared = undefined;
}

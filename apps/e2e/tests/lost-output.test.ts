import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestEnd, test } from '../support/fixtures.ts';
import { type Process, processTree } from '../support/processes.ts';
import { readPage } from '../support/session.ts';
import { freePort, isHealthy, owner, root, until } from '../support/stack.ts';
import { copyFirstData } from '../support/use-product.ts';

/** The output of a program, and a way to lose it. */
interface Output {
  stdio: 'pipe' | number;
  /** Returns what was printed. */
  read(child: ChildProcess): string;
  lose(child: ChildProcess): Promise<void> | void;
}

/** The reader closes the pipe. */
function createClosedPipe(): Output {
  const printed = new Map<ChildProcess, string[]>();
  return {
    stdio: 'pipe',
    read(child) {
      const chunks = printed.get(child) ?? [];
      // Read until it is closed: a full pipe would block the program.
      if (!printed.has(child))
        for (const stream of [child.stdout, child.stderr])
          stream?.setEncoding('utf8').on('data', (text: string) => chunks.push(text));
      printed.set(child, chunks);
      return chunks.join('');
    },
    async lose({ stdout, stderr }) {
      for (const stream of [stdout, stderr]) {
        if (!stream) throw new Error('The output is no pipe.');
        stream.destroy();
        if (!stream.closed) await once(stream, 'close');
      }
    },
  };
}

/** Creates a log file on its own file system, which requires root. Returns undefined where none can be mounted. */
function createFullDisk(): Output | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'threadline-log-'));
  onTestEnd(() => rmSync(folder, { recursive: true, force: true }));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  onTestEnd(() => void execFileSync('umount', ['--lazy', folder]));
  const file = join(folder, 'log');
  const log = openSync(file, 'a');
  onTestEnd(() => closeSync(log));
  return {
    stdio: log,
    read: () => readFileSync(file, 'utf8'),
    lose() {
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(join(folder, 'ballast'), Buffer.alloc(bavail * bsize));
      // The last page of the log may still have room.
      expect(() => writeFileSync(log, 'x'.repeat(4096))).toThrow('ENOSPC');
    },
  };
}

const outputs: [name: string, create: () => Output | undefined][] = [
  ['the reader of its output is gone', createClosedPipe],
  ['its log file is on a full disk', createFullDisk],
];

interface Program {
  args: string[];
  env: Record<string, string>;
}

function spawnProgram({ args, env }: Program, output: Output): ChildProcess {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'development', ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password, ...env },
    stdio: ['ignore', output.stdio, output.stdio],
  });
  output.read(child);
  onTestEnd(() => void child.kill('SIGKILL'));
  return child;
}

const isRunning = ({ pid }: Process) => processTree(pid).length > 0;

for (const [name, createOutput] of outputs) {
  test(`the product continues after its API is killed while ${name}, and leaves no orphan`, async () => {
    test.setTimeout(300_000);
    const output = createOutput();
    test.skip(!output, 'No tmpfs can be mounted here.');
    if (!output) return;
    const port = String(await freePort());
    const url = `http://localhost:${port}`;
    const env = { PORT: port, DATA_DIR: copyFirstData() };
    const supervisor = spawnProgram({ args: ['scripts/bootstrap.mjs', 'start'], env }, output);
    // A child that ends earlier fails the start.
    await until('the product is ready', () => output.read(supervisor).includes('Threadline is ready'), 120_000);
    await output.lose(supervisor);
    for (const app of ['publisher', 'api']) {
      const find = () =>
        processTree(supervisor.pid ?? -1).find(({ command }) => command.includes(`${app}/dist/server.js`));
      const killed = find()?.pid;
      if (!killed) throw new Error(`The ${app} does not run.`);
      process.kill(killed, 'SIGKILL');
      await until(`the ${app} runs again`, () => find()?.pid !== undefined && find()?.pid !== killed);
    }
    await until('the product is healthy again', () => isHealthy(url));
    expect(await readPage(url)).toMatch(/<\/html>\s*$/);

    const children = processTree(supervisor.pid ?? -1).filter(({ pid }) => pid !== supervisor.pid);
    expect(children.length).toBeGreaterThanOrEqual(2);
    supervisor.kill('SIGKILL');
    await until('no child is left', () => !children.some(isRunning));
  });
}

for (const [name, createOutput] of outputs) {
  test(`an API and a publisher without a supervisor start, serve and stop while ${name}`, async () => {
    test.setTimeout(300_000);
    const output = createOutput();
    test.skip(!output, 'No tmpfs can be mounted here.');
    if (!output) return;
    const [port, publisherPort] = [String(await freePort()), String(await freePort())];
    const url = `http://127.0.0.1:${port}`;
    const places = { DATA_DIR: copyFirstData(), PORT: port, PUBLISHER_PORT: publisherPort };
    const env = { ...places, API_URL: url, PUBLISHER_URL: `http://127.0.0.1:${publisherPort}` };
    const start = (app: string) => spawnProgram({ args: [join('apps', app, 'dist', 'server.js')], env }, output);
    const api = start('api');
    await output.lose(api);
    const publisher = start('publisher');
    if (output.stdio === 'pipe') await output.lose(publisher);
    await until('both serve', () => isHealthy(url), 120_000);

    // It exits after writing a last line to the log.
    const second = start('publisher');
    if (output.stdio === 'pipe') await output.lose(second);
    expect(await once(second, 'exit')).toEqual([1, null]);

    for (const child of [publisher, api]) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    }
  });
}

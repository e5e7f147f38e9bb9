import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readPage, signIn } from '../support/session.ts';
import { freePort, isHealthy, owner, root, until } from '../support/stack.ts';

/** The account "nobody", which owns no files. */
const serviceUser = { uid: 65534, gid: 65534 };

/** Returns whether users without rights of their own may enter each of these folders. */
function isOpenToAll(...folders: string[]): boolean {
  const ancestors = (folder: string): string[] =>
    folder === dirname(folder) ? [folder] : [folder, ...ancestors(dirname(folder))];
  return folders.flatMap(ancestors).every((folder) => (statSync(folder).mode & 0o001) !== 0);
}

// Only root can start a process as another user, who has to reach the checkout and Node.
const isSkipped = process.getuid?.() !== 0 || !isOpenToAll(root, dirname(process.execPath));

/** Returns a folder with `data` and `tmp` that belong to the service user. The folder for test files is private. */
function createServiceFolder(): string {
  const folder = mkdtempSync('/tmp/threadline-e2e-');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const path of [folder, join(folder, 'data'), join(folder, 'tmp')]) {
    mkdirSync(path, { recursive: true });
    chownSync(path, serviceUser.uid, serviceUser.gid);
  }
  return folder;
}

async function startAsServiceUser(env: Record<string, string>) {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, ['scripts/bootstrap.mjs', 'start'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password, ...env },
    ...serviceUser,
  });
  const ended = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  await until(`the product serves ${url}`, () => {
    if (child.exitCode !== null) throw new Error(`The product ended while starting:\n${output}`);
    return isHealthy(url);
  });
  const stop = async () => {
    child.kill('SIGTERM');
    const [code] = await ended;
    return code;
  };
  return { url, stop };
}

test.skipIf(isSkipped)(
  'a user who cannot write the checkout runs what its owner has built (skipped unless root runs the tests in a public folder) [L7]',
  async () => {
    const folder = createServiceFolder();
    const env = {
      DATA_DIR: join(folder, 'data'),
      TMPDIR: join(folder, 'tmp'),
      HOME: folder,
      // An empty build cache: a start that builds has to write the bundles, and fails.
      TURBO_CACHE_DIR: join(folder, 'tmp', 'turbo'),
    };
    const { url, stop } = await startAsServiceUser(env);
    const session = await signIn(url);
    await session.save('hero', 'title', 'Published by a user without rights.');
    await until('visitors see the change', async () =>
      (await readPage(url)).includes('Published by a user without rights.'),
    );
    expect((await fetch(`${url}/admin/`)).status).toBe(200);
    expect(await stop()).toBe(0);
    const backup = ['scripts/bootstrap.mjs', 'cli', 'backup', join(folder, 'site.tar')];
    const options = { cwd: root, env: { ...process.env, ...env }, ...serviceUser, encoding: 'utf8' as const };
    expect(execFileSync(process.execPath, backup, options)).toContain('pages are the same');
    // Nothing in the checkout belongs to that user: all that was written is in DATA_DIR or in TMPDIR.
    const written = execFileSync('find', [root, '-user', String(serviceUser.uid)], { encoding: 'utf8' });
    expect(written).toBe('');
  },
);

import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readPage, signIn } from '../support/session.ts';
import { root, startStack, until } from '../support/stack.ts';

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
    const stack = await startStack(env, serviceUser);
    onTestFinished(() => void stack.stop('SIGKILL'));
    const session = await signIn(stack.url);
    await session.save('hero', 'title', 'Published by a user without rights.');
    await until('visitors see the change', async () =>
      (await readPage(stack.url)).includes('Published by a user without rights.'),
    );
    expect((await fetch(`${stack.url}/admin/`)).status).toBe(200);
    expect(await stack.stop()).toBe(0);
    const backup = ['scripts/bootstrap.mjs', 'cli', 'backup', join(folder, 'site.tar')];
    const options = { cwd: root, env: { ...process.env, ...env }, ...serviceUser, encoding: 'utf8' as const };
    expect(execFileSync(process.execPath, backup, options)).toContain('pages are the same');
    // Nothing in the checkout belongs to that user: all that was written is in DATA_DIR or in TMPDIR.
    const written = execFileSync('find', [root, '-user', String(serviceUser.uid)], { encoding: 'utf8' });
    expect(written).toBe('');
  },
);

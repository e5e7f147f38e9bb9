import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { noteCommit } from './workspace.mjs';

function createFolder() {
  const checkout = mkdtempSync(join(tmpdir(), 'threadline-commit-'));
  onTestFinished(() => rmSync(checkout, { recursive: true }));
  return { checkout, file: join(checkout, 'dist', 'commit.txt') };
}

test('the commit of a checkout is recorded and updated', async () => {
  const { checkout, file } = createFolder();
  const git = (...args: string[]) => execFileSync('git', args, { cwd: checkout, encoding: 'utf8' }).trim();
  const commit = (message: string) => {
    const who = ['-c', 'user.name=Editor One', '-c', 'user.email=editor@example.com'];
    git(...who, 'commit', '--quiet', '--allow-empty', '-m', message);
  };
  git('init', '--quiet');
  commit('first');
  await noteCommit({ checkout, file, isRebuilt: true });
  expect(readFileSync(file, 'utf8')).toBe(git('rev-parse', 'HEAD'));
  commit('second');
  await noteCommit({ checkout, file, isRebuilt: false });
  expect(readFileSync(file, 'utf8')).toBe(git('rev-parse', 'HEAD'));
});

test('without a checkout, unchanged code keeps its recorded commit', async () => {
  const { checkout } = createFolder();
  const file = join(checkout, 'commit.txt');
  await noteCommit({ checkout, file, isRebuilt: true });
  writeFileSync(file, 'a'.repeat(40));
  await noteCommit({ checkout, file, isRebuilt: false });
  expect(existsSync(file)).toBe(true);
  await noteCommit({ checkout, file, isRebuilt: true });
  expect(existsSync(file)).toBe(false);
});

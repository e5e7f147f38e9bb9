import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isBuildCurrent, recordCommit, refuseUnbuilt } from './workspace.mjs';

function createCheckout() {
  const checkout = mkdtempSync(join(tmpdir(), 'threadline-checkout-'));
  onTestFinished(() => rmSync(checkout, { recursive: true }));
  for (const name of ['apps', 'packages', 'node_modules']) mkdirSync(join(checkout, name));
  const write = (name: string, seconds: number) => {
    const file = join(checkout, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '');
    utimesSync(file, seconds, seconds);
  };
  return { checkout, write };
}

test('an unbuilt checkout without write access is refused with the missing file and the user who can build it', () => {
  const { checkout, write } = createCheckout();
  const refuse = () => refuseUnbuilt(checkout);
  expect(refuse).toThrow('apps/api/dist/server.js is missing');
  expect(refuse).toThrow(expect.objectContaining({ advice: expect.stringContaining('npm run build') }));
  const bundles = ['api/dist/server.js', 'publisher/dist/server.js', 'admin/dist/index.html', 'site/dist-renderer/x'];
  for (const bundle of bundles) write(join('apps', bundle), 1);
  expect(refuse).not.toThrow();
});

test.each(['apps/one/src/source.ts', 'packages/two/src/deep/source.ts'])(
  'a build is outdated after a change of %s, until the next build',
  (source) => {
    const { checkout, write } = createCheckout();
    write(source, 1);
    expect(isBuildCurrent(checkout)).toBe(false);
    write('node_modules/.threadline-build', 2);
    expect(isBuildCurrent(checkout)).toBe(true);
    write(source, 3);
    expect(isBuildCurrent(checkout)).toBe(false);
  },
);

test('the commit of a checkout is recorded; a folder that is no checkout has none', async () => {
  const { checkout } = createCheckout();
  const file = join(checkout, 'commit.txt');
  await recordCommit({ checkout, file });
  expect(existsSync(file)).toBe(false);
  const git = (...args: string[]) => execFileSync('git', args, { cwd: checkout, encoding: 'utf8' }).trim();
  git('init', '--quiet');
  git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '--quiet', '--allow-empty', '-m', 'first');
  await recordCommit({ checkout, file });
  expect(readFileSync(file, 'utf8')).toBe(git('rev-parse', 'HEAD'));
});

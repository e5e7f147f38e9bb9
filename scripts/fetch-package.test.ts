import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchPackage, isUnpacked } from './fetch-package.mjs';

let folder: string;
let destination: string;
let integrity: string;

/** A registry with one package: a program named npm that copies the archive to its working folder. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'threadline-fetch-'));
  destination = join(folder, 'node_modules', '@tools', 'sample');
  mkdirSync(join(folder, 'package', 'bin'), { recursive: true });
  writeFileSync(join(folder, 'package', 'bin', 'sample'), 'the program');
  writeFileSync(join(folder, 'package', 'LICENSE'), 'MIT');
  writeFileSync(join(folder, 'package', 'headers'), 'not wanted');
  const archive = join(folder, 'sample.tgz');
  execFileSync('tar', ['-czf', archive, '-C', folder, 'package']);
  integrity = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
  const npm = join(folder, 'npm-cli.js');
  writeFileSync(npm, `require('node:fs').copyFileSync(${JSON.stringify(archive)}, 'sample.tgz');`);
  vi.stubEnv('npm_execpath', npm);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const pin = () => ({ name: '@tools/sample', version: '1.0.0', file: 'bin/sample', integrity });

test('a package with the recorded checksum is unpacked, but only the needed files', async () => {
  await fetchPackage(pin(), destination);
  expect(readFileSync(join(destination, 'bin', 'sample'), 'utf8')).toBe('the program');
  expect(existsSync(join(destination, 'headers'))).toBe(false);
  expect(isUnpacked(pin(), destination)).toBe(true);
});

test('a package with another checksum is rejected and removed', async () => {
  const other = { ...pin(), integrity: integrity.replace(/.{6}$/, 'AAAA==') };
  await expect(fetchPackage(other, destination)).rejects.toThrow('It was not used.');
  expect(readdirSync(join(folder, 'node_modules', '@tools'))).toEqual([]);
});

test('a package of another version is replaced', async () => {
  mkdirSync(destination, { recursive: true });
  writeFileSync(join(destination, 'old'), '');
  expect(isUnpacked(pin(), destination)).toBe(false);
  await fetchPackage(pin(), destination);
  expect(existsSync(join(destination, 'old'))).toBe(false);
});

test("a failed download shows npm's output, its meaning and the next step", async () => {
  writeFileSync(join(folder, 'npm-cli.js'), `console.error('npm error code ENOTFOUND'); process.exit(1);`);
  const failure = await fetchPackage(pin(), destination).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    message: 'Could not fetch @tools/sample@1.0.0. The npm registry cannot be reached.',
    advice: expect.stringContaining('Check the network.'),
    output: expect.stringContaining('ENOTFOUND'),
  });
});

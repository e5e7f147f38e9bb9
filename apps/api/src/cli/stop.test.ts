import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test, vi } from 'vitest';
import { useInstallation } from '../../test/backup-fixture.ts';

const { inData } = useInstallation();
const program = resolve(import.meta.dirname, '../cli.ts');

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('a backup stopped by %s leaves neither a process nor a copy behind [E6]', async (signal, code) => {
  const [hasher, note, target] = [inData('hasher.mjs'), inData('pid'), inData('site.tar')];
  // Replaces the renderer: writes its process id and never ends.
  writeFileSync(
    hasher,
    `import { renameSync, writeFileSync } from 'node:fs';
     writeFileSync(${JSON.stringify(`${note}.new`)}, String(process.pid));
     renameSync(${JSON.stringify(`${note}.new`)}, ${JSON.stringify(note)});
     setInterval(() => {}, 1000);`,
  );
  const env = { DATA_DIR: inData(), PAGE_HASHER: hasher, PORT: '4' };
  const backup = spawn(process.execPath, [program, 'backup', target], { env, stdio: 'ignore' });
  const ended = once(backup, 'exit');
  await vi.waitUntil(() => existsSync(note), { timeout: 50_000 });
  const pid = Number(readFileSync(note, 'utf8'));
  expect(isRunning(pid)).toBe(true);
  backup.kill(signal);
  expect(await ended).toEqual([code, null]);
  await vi.waitUntil(() => !isRunning(pid), { timeout: 10_000 });
  expect(readdirSync(inData('backups'))).toEqual([]);
  expect(existsSync(target)).toBe(false);
});

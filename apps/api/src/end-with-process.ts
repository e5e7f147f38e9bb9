import type { ChildProcess } from 'node:child_process';

/** Kills a child when this process ends: in the middle of its work it would not notice, and write on. */
export function endWithProcess(child: ChildProcess): void {
  const kill = (): unknown => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
}

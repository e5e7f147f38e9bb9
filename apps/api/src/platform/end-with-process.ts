import type { ChildProcess } from 'node:child_process';

/**
 * Kills a child when this process ends: in the middle of its work it would not notice, and write on. That holds for
 * every end but a signal that nobody handles, such as SIGKILL; server and command line handle those that can be.
 */
export function endWithProcess(child: ChildProcess): void {
  const kill = (): unknown => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
}

const codes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** For a process that has nothing to finish: without a handler a signal would end it and leave its children behind. */
export function endBySignals(): void {
  for (const [signal, code] of Object.entries(codes)) process.once(signal, () => process.exit(code));
}

import type { ChildProcess } from 'node:child_process';

/**
 * Kills a child process when this process exits: a busy child would not notice and would continue to write. It does
 * not cover SIGKILL; server and command line handle all other signals.
 */
export function killOnExit(child: ChildProcess): void {
  const kill = (): unknown => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
}

const codes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Exits on signals. Without a handler, a signal would end the process without the `exit` event and leave its children running.
 * The handlers stay: a terminal and npm send the same signal, and the second one must not interrupt the cleanup.
 */
export function exitOnSignals(): void {
  for (const [signal, code] of Object.entries(codes)) process.on(signal, () => process.exit(code));
}

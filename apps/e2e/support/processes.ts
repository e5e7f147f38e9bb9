import { readdirSync, readFileSync } from 'node:fs';

export interface Process {
  pid: number;
  parent: number;
  command: string;
}

/** All processes of this machine, read from /proc: faults are injected from outside, as an operator's kill would come. */
function listProcesses(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        // The name in brackets may itself hold brackets and spaces; the parent is the second field after the last one.
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        // A process that has ended and waits to be reaped has no command any more.
        return command === '' ? [] : [{ pid: Number(name), parent, command }];
      } catch {
        return []; // It has ended meanwhile.
      }
    });
}

/** A process and everything it has started. */
export function processTree(root: number): Process[] {
  const all = listProcesses();
  const below = (pid: number): Process[] =>
    all.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...below(child.pid)]);
  return [...all.filter(({ pid }) => pid === root), ...below(root)];
}

/** Proportional set size in KB: memory shared with other processes counts by its share. */
export function pssKb(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0);
}

/** Multiplies the kills of the fault tests, for example `KILL_TIMES=10` for a nightly run. */
export const killTimes = Number(process.env.KILL_TIMES ?? 1);

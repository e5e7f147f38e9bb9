import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

export interface Process {
  pid: number;
  parent: number;
  command: string;
}

/** Lists all processes of this machine from /proc. Faults are injected from outside, like an operator's kill. */
function listProcesses(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        // The name in brackets may contain brackets and spaces; the parent is the second field after the last bracket.
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        // A process that has ended but is not yet reaped has no command.
        return command === '' ? [] : [{ pid: Number(name), parent, command }];
      } catch {
        return []; // It has ended meanwhile.
      }
    });
}

/** Returns a process and all its descendants. */
export function processTree(root: number): Process[] {
  const all = listProcesses();
  const below = (pid: number): Process[] =>
    all.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...below(child.pid)]);
  return [...all.filter(({ pid }) => pid === root), ...below(root)];
}

/** Returns the proportional set size in KB: shared memory counts by its share. */
export function pssKb(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0);
}

/** Multiplies the kills of the fault tests, for example `KILL_TIMES=20` for a nightly run. */
export const killTimes = Number(process.env.KILL_TIMES || 1);

/** Each run kills at other moments; `KILL_SEED` repeats a run that has failed. */
export const killSeed = Number(process.env.KILL_SEED || Math.floor(Math.random() * 2 ** 31));

/** Returns a function that returns numbers from 0 to 1, the same ones for the same seed. */
export function createRandom(seed: number): () => number {
  let count = 0;
  return () => hash('sha256', `${seed} ${count++}`, 'buffer').readUInt32BE() / 2 ** 32;
}

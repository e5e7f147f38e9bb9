import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const parentPollMs = 250;

/**
 * Calls `stop` once when the person or the machine wants this process to end; a second signal ends it at once.
 * npm passes a signal on to its shell at best, which dies and leaves us behind, holding the port. So under npm the
 * loss of npm or of its shell counts as a signal.
 * @param {() => void} stop
 */
export function onStopRequest(stop) {
  let isAsked = false;
  const ask = () => {
    if (isAsked) process.exit(1);
    isAsked = true;
    stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, ask);
  const launchers = process.env.npm_lifecycle_event === undefined ? [] : findLaunchers();
  if (launchers.length === 0) return;
  const poll = setInterval(() => {
    if (process.ppid === launchers[0] && launchers.every(isRunning)) return;
    clearInterval(poll);
    if (!isAsked) ask();
  }, parentPollMs);
  poll.unref();
}

/** The shell that npm started us with, if it is still there, and npm. Whoever started npm may end as it likes. */
function findLaunchers() {
  const parent = describeProcess(process.ppid);
  if (!parent) return [];
  const isShell = /^-?(|ba|da|a|z|k|fi)sh$/.test(parent.name);
  return isShell ? [process.ppid, parent.parent] : [process.ppid];
}

function describeProcess(pid) {
  if (process.platform === 'win32') return undefined;
  const stat = `/proc/${pid}/stat`;
  // Without /proc (macOS) the program ps tells the same.
  const text = existsSync(stat)
    ? readFileSync(stat, 'utf8').replace(/^\d+ \((.*)\) \S (\d+) .*$/s, '$2 $1')
    : execFileSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  const [, parent, path = ''] = /^(\d+) +(.*)$/s.exec(text) ?? [];
  return parent ? { parent: Number(parent), name: path.split('/').at(-1) ?? '' } : undefined;
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not ours to signal, but there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

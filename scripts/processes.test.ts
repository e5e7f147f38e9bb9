import { type ChildProcess, spawn } from 'node:child_process';
import { expect, test } from 'vitest';

/** Prints its process id, then runs until it receives a stop request, which it also prints. */
const script = `
  import { onStopRequest } from ${JSON.stringify(new URL('./processes.mjs', import.meta.url).href)};
  onStopRequest(() => console.log('stopping') ?? process.exit(0));
  setInterval(() => {}, 1000);
  console.log(process.pid);
`;

/**
 * Like npm: a shell between the starter and the program. The second command prevents the shell from replacing itself.
 */
function startBehindShell(env: NodeJS.ProcessEnv) {
  const command = `"${process.execPath}" --input-type=module -e "$SCRIPT"; exit $?`;
  return spawn('sh', ['-c', command], {
    env: { ...process.env, SCRIPT: script, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

async function* readLines(child: ChildProcess) {
  for await (const text of child.stdout ?? []) yield* String(text).trim().split('\n');
}

test.skipIf(process.platform === 'win32')('under npm, the loss of the shell counts as a request to stop', async () => {
  const shell = startBehindShell({ npm_lifecycle_event: 'start' });
  const lines = readLines(shell);
  expect(Number((await lines.next()).value)).toBeGreaterThan(0);
  shell.kill('SIGKILL');
  expect((await lines.next()).value).toBe('stopping');
});

test.skipIf(process.platform === 'win32').each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s is a request to stop',
  async (signal) => {
    const shell = startBehindShell({ npm_lifecycle_event: undefined });
    const lines = readLines(shell);
    process.kill(Number((await lines.next()).value), signal);
    expect((await lines.next()).value).toBe('stopping');
    const code = await new Promise((resolve) => shell.once('exit', resolve));
    expect(code).toBe(0);
  },
);

import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('./bootstrap.mjs', import.meta.url));

function run(args: string[], env: NodeJS.ProcessEnv = {}) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const options = { env: { ...process.env, ...env } };
    const child = execFile(process.execPath, [script, ...args], options, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

test('a start on a busy port fails with a sentence before anything is installed or built', async () => {
  const server = createServer();
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
  );
  const { code, stdout, stderr } = await run(['start'], { PORT: String(port) });
  await new Promise((resolve) => server.close(resolve));
  expect(code).toBe(1);
  expect(stderr).toContain(`Port ${port} is in use by another program.`);
  expect(stdout).toBe('');
});

test('an unknown task fails with the list of tasks', async () => {
  const { code, stderr } = await run(['fly']);
  expect(code).toBe(1);
  expect(stderr).toContain('There is no task "fly". The tasks: start, dev, test,');
});

test('an unknown check fails with the list of checks', async () => {
  const { code, stderr } = await run(['check', '--only', 'spelling']);
  expect(code).toBe(1);
  expect(stderr).toContain('lint,unused,types,regexes,layers,docs');
});

test('names of test files are refused by a step that has none', async () => {
  const { code, stderr } = await run(['test', '--only', 'lint', 'users']);
  expect(code).toBe(1);
  expect(stderr).toContain('"--only lint users" is not understood.');
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { newTempFolder } from '../test/temp-folders.ts';

test('a port that is taken is named in a sentence, and the process ends', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const api = spawn(process.execPath, [join(import.meta.dirname, 'server.ts')], {
    env: { NODE_ENV: 'development', HOST: '127.0.0.1', PORT: String(port), DATA_DIR: newTempFolder() },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [complaint, [code]] = await Promise.all([text(api.stderr), once(api, 'exit')]);
  expect(complaint).toBe(`Port ${port} on 127.0.0.1 is taken. Choose another one with PORT.\n`);
  expect(code).toBe(1);
});

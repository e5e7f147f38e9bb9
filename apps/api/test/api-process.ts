import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { newestProgram } from '../../../scripts/newest-program.ts';
import { newTempFolder } from './temp-folders.ts';

/** Starts the API in a process of its own. @param port 0 for a free one */
export function startApi(port: number, dataDir = newTempFolder(), env: Record<string, string> = {}): ChildProcess {
  const api = spawn(process.execPath, [newestProgram('api', 'server.ts')], {
    env: { NODE_ENV: 'development', HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  onTestFinished(() => void api.kill('SIGKILL'));
  return api;
}

/** @returns the port that it listens on */
export async function untilListening({ stdout }: ChildProcess): Promise<number> {
  if (!stdout) throw new Error('The output of the API is not read.');
  for await (const line of createInterface(stdout)) {
    const { msg, port } = JSON.parse(line) as { msg: string; port?: number };
    if (msg === 'api is listening' && port) return port;
  }
  throw new Error('The API ended before it was listening.');
}

import { type ChildProcess, fork } from 'node:child_process';
import { endWithProcess } from '../end-with-process.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { DecodedImage } from './variants.ts';

export type EncoderReply = { image: DecodedImage } | { refusal: string };

// In the bundle the process is a file beside the server.
const processFile = new URL(
  import.meta.url.endsWith('.ts') ? './encoder-process.ts' : './encoder-process.js',
  import.meta.url,
);

/**
 * Decodes and encodes in a process of its own, which ends when there is nothing to do. A file that brings the decoder
 * down does not bring the API down, and the 200 MB that the encoders never give back go with the process.
 *
 * @param idleMs how long the process waits for another image
 * @param timeoutMs longest time for one image, start of the process included
 * @returns a function for the file of one image at a time. It throws ProblemError 422 for a file that cannot be used.
 */
export function createEncoder({ idleMs = 10_000, timeoutMs = 60_000 } = {}) {
  let running: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  function launch(): ChildProcess {
    const child = fork(processFile, {
      execArgv: [],
      // What is in a picture must not find the secrets of the API.
      env: { NODE_ENV: 'production' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    endWithProcess(child);
    child.once('exit', () => {
      if (running === child) running = undefined;
    });
    return child;
  }

  function endWhenIdle(child: ChildProcess): void {
    idle = setTimeout(() => {
      if (running === child) running = undefined;
      if (child.connected) child.disconnect();
    }, idleMs).unref();
    // A server that stops does not wait for the process: it ends with the connection to it.
    child.unref();
    child.channel?.unref();
  }

  return async (path: string): Promise<DecodedImage> => {
    clearTimeout(idle);
    running ??= launch();
    const child = running;
    const reply = await ask(child, path, timeoutMs).finally(() => endWhenIdle(child));
    if ('refusal' in reply) throw new ProblemError('validation-failed', { detail: reply.refusal });
    return reply.image;
  };
}

function ask(child: ChildProcess, path: string, timeoutMs: number): Promise<EncoderReply> {
  child.ref();
  child.channel?.ref();
  return new Promise<EncoderReply>((resolve, reject) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    const settle = () => {
      clearTimeout(timer);
      child.off('message', answered).off('exit', ended).off('error', failed);
    };
    const answered = (reply: unknown) => {
      settle();
      resolve(reply as EncoderReply);
    };
    const ended = () => {
      settle();
      resolve({ refusal: 'This image could not be processed.' });
    };
    const failed = (error: Error) => {
      settle();
      reject(error);
    };
    child.on('message', answered).on('exit', ended).on('error', failed);
    child.send(path, (error) => error && failed(error));
  });
}

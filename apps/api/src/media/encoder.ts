import { type ChildProcess, fork } from 'node:child_process';
import { endWithProcess } from '../platform/end-with-process.ts';
import { ProblemError } from '../platform/http/problem-error.ts';
import { createWorkQueue } from '../platform/jobs/work-queue.ts';
import type { DecodedImage } from './variants.ts';

export type EncoderReply =
  | { image: DecodedImage }
  /** `isOverBudget`: the process is still at work on the image. */
  | { refusal: string; isOverBudget?: true };

interface EncoderOptions {
  /** How long the process waits for another image. */
  idleMs?: number;
  /** Longest time for one image by the clock, start of the process included: for a decoder that hangs. */
  timeoutMs?: number;
  /** How much the process may grow for one image. */
  maxMemoryBytes?: number;
  /** Processor time for one image. The largest ordinary pictures take 5 seconds. */
  maxCpuMs?: number;
}

// In the bundle the process is a file beside the server.
const processFile = new URL(
  import.meta.url.endsWith('.ts') ? './encoder-process.ts' : './encoder-process.js',
  import.meta.url,
);

/**
 * Decodes and encodes in a process of its own, which ends when there is nothing to do. A file that brings the decoder
 * down does not bring the API down, and the 200 MB that the encoders never give back go with the process.
 *
 * @returns a function for the file of one image at a time. It throws ProblemError 422 for a file that cannot be used.
 */
export function createEncoder({
  idleMs = 10_000,
  timeoutMs = 60_000,
  maxMemoryBytes = 512 * 1024 * 1024,
  maxCpuMs = 15_000,
}: EncoderOptions = {}) {
  let running: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  function launch(): ChildProcess {
    const child = fork(processFile, [String(maxMemoryBytes), String(maxCpuMs)], {
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
    if ('isOverBudget' in reply) {
      if (running === child) running = undefined;
      child.kill('SIGKILL');
    }
    if ('refusal' in reply) throw new ProblemError('validation-failed', { detail: reply.refusal });
    return reply.image;
  };
}

/**
 * Encodes with a few processes side by side, so that one slow picture does not hold up the others. The first process is
 * reused as long as it is free.
 *
 * @returns a function like that of `createEncoder`. It also throws ProblemError 503 when too many pictures are waiting.
 */
export function createEncoderPool({ size = 2, maxWaiting = 60 } = {}) {
  const free = Array.from({ length: size }, () => createEncoder());
  const enqueue = createWorkQueue({ concurrency: size, maxWaiting });
  return (path: string): Promise<DecodedImage> =>
    enqueue(async () => {
      const encode = free.pop() ?? createEncoder();
      return await encode(path).finally(() => free.push(encode));
    });
}

function ask(child: ChildProcess, path: string, timeoutMs: number): Promise<EncoderReply> {
  child.ref();
  child.channel?.ref();
  return new Promise<EncoderReply>((resolve, reject) => {
    let detail = 'This image could not be processed.';
    const timer = setTimeout(() => {
      detail = 'This image takes too long to process.';
      child.kill('SIGKILL');
    }, timeoutMs);
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
      resolve({ refusal: detail });
    };
    const failed = (error: Error) => {
      settle();
      reject(error);
    };
    child.on('message', answered).on('exit', ended).on('error', failed);
    child.send(path, (error) => error && failed(error));
  });
}

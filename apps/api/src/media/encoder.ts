import { type ChildProcess, fork, type Serializable } from 'node:child_process';
import type { ImageEdit } from '@threadline/schema/content/image-edit';
import { ProblemError } from '../platform/http/problem-error.ts';
import { createWorkQueue } from '../platform/jobs/work-queue.ts';
import { killOnExit } from '../platform/process-exit.ts';
import type { DecodedImage } from './variants.ts';

export interface EncoderTask {
  path: string;
  /** Null: the image stays as it is. */
  edit: ImageEdit | null;
}

export type EncoderReply<Result> =
  | { result: Result }
  /** `isOverBudget`: the process is still decoding the image. */
  | { refusal: string; isOverBudget?: true };

interface EncoderOptions {
  /** The kind of file, which names the program of the process. */
  kind?: keyof typeof programs;
  /** How long an idle process waits for another image. */
  idleMs?: number;
  /** Limit for one image including the start of the process, for a decoder that hangs. */
  timeoutMs?: number;
  /** How much the process may grow for one image. */
  maxMemoryBytes?: number;
  /** Processor time for one image. The largest ordinary pictures take 5 seconds. */
  maxCpuMs?: number;
}

const programs = { image: 'encoder-process', video: 'video-process' } as const;

// In the bundle the process is a file next to the server.
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

/**
 * Creates an encoder that runs in a child process, which ends when it is idle. A file that crashes the decoder does not crash
 * the API, and the 200 MB that the encoders never free end with the process.
 *
 * @returns a function for the file of one image at a time. It throws ProblemError 422 for a file that cannot be used.
 */
export function createEncoder<Task = EncoderTask, Result = DecodedImage>({
  kind = 'image',
  idleMs = 10_000,
  timeoutMs = 60_000,
  maxMemoryBytes = 512 * 1024 * 1024,
  maxCpuMs = 15_000,
}: EncoderOptions = {}) {
  let running: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  function launch(): ChildProcess {
    const program = new URL(`./${programs[kind]}.${extension}`, import.meta.url);
    const child = fork(program, [String(maxMemoryBytes), String(maxCpuMs)], {
      execArgv: [],
      // A hostile image must not find the secrets of the API.
      env: { NODE_ENV: 'production' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    killOnExit(child);
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
    // The server may exit: the process ends when its channel closes.
    child.unref();
    child.channel?.unref();
  }

  return async (task: Task): Promise<Result> => {
    clearTimeout(idle);
    running ??= launch();
    const child = running;
    const sent = sendToChild<Task, Result>(child, { task, kind, timeoutMs });
    const reply = await sent.finally(() => endWhenIdle(child));
    if ('isOverBudget' in reply) {
      if (running === child) running = undefined;
      child.kill('SIGKILL');
    }
    if ('refusal' in reply) throw new ProblemError('validation-failed', { detail: reply.refusal });
    return reply.result;
  };
}

/**
 * Creates a pool of encoders, so that one slow image does not delay the others. The first process is reused whenever it
 * is free.
 * @returns a function like that of `createEncoder`. It also throws ProblemError 503 when too many images are pending.
 */
export function createEncoderPool<Task = EncoderTask, Result = DecodedImage>({
  size = 2,
  maxPending = 60,
  ...options
}: EncoderOptions & { size?: number; maxPending?: number } = {}) {
  const create = () => createEncoder<Task, Result>(options);
  const free = Array.from({ length: size }, create);
  const enqueue = createWorkQueue({ concurrency: size, maxPending });
  return (task: Task): Promise<Result> =>
    enqueue(async () => {
      const encode = free.pop() ?? create();
      return await encode(task).finally(() => free.push(encode));
    });
}

interface Sending<Task> {
  task: Task;
  kind: string;
  timeoutMs: number;
}

function sendToChild<Task, Result>(
  child: ChildProcess,
  { task, kind, timeoutMs }: Sending<Task>,
): Promise<EncoderReply<Result>> {
  child.ref();
  child.channel?.ref();
  return new Promise<EncoderReply<Result>>((resolve, reject) => {
    let detail = `This ${kind} could not be processed.`;
    const timer = setTimeout(() => {
      detail = `This ${kind} takes too long to process.`;
      child.kill('SIGKILL');
    }, timeoutMs);
    const cleanUp = () => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit).off('error', onError);
    };
    const onMessage = (reply: unknown) => {
      cleanUp();
      resolve(reply as EncoderReply<Result>);
    };
    const onExit = () => {
      cleanUp();
      resolve({ refusal: detail });
    };
    const onError = (error: Error) => {
      cleanUp();
      reject(error);
    };
    child.on('message', onMessage).on('exit', onExit).on('error', onError);
    child.send(task as Serializable, (error) => error && onError(error));
  });
}

import { Worker } from 'node:worker_threads';
import type { RenderRequest } from '@threadline/schema/preview';
import { previewWorkerFile } from '../config.ts';
import { describeError } from '../publish-failure.ts';
import { nextMessage } from '../render/next-message.ts';
import type { PreviewAnswer } from './answer.ts';

const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 };
const maxQueueLength = 16;

/** No preview is possible at the moment; the same request may succeed later. */
export class PreviewUnavailable extends Error {
  override readonly name = 'PreviewUnavailable';
}

interface RunningWorker {
  worker: Worker;
  ready: Promise<unknown>;
  codeId: string;
}

interface PreviewerOptions {
  /** Returns the version of the site's code that renders previews. */
  latestCode: () => { id: string; entryFile: string };
  /** Limit for one page, including the start of the worker. */
  timeoutMs: number;
  /** The worker ends after this time without a request, to free its memory. */
  idleMs: number;
}

/**
 * Renders single pages for editors, one after the other, in its own worker thread: a preview never delays a release,
 * and its crash has no further effect. The worker starts with the first request.
 */
export function createPreviewer({ latestCode, timeoutMs, idleMs }: PreviewerOptions) {
  let running: RunningWorker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let idle: NodeJS.Timeout | undefined;

  async function end(): Promise<void> {
    const ending = running;
    running = undefined;
    await ending?.worker.terminate();
  }

  async function currentWorker(): Promise<RunningWorker> {
    const code = latestCode();
    // Modules cannot be unloaded, so new code needs a new worker.
    if (running && running.codeId !== code.id) await end();
    running ??= launch(code);
    return running;
  }

  function launch({ id, entryFile }: { id: string; entryFile: string }): RunningWorker {
    const worker = new Worker(previewWorkerFile, {
      workerData: { entryFile },
      resourceLimits,
      env: { NODE_ENV: 'production' },
    });
    const launched = { worker, ready: nextAnswer(worker), codeId: id };
    const forget = () => {
      if (running === launched) running = undefined;
    };
    launched.ready.catch(forget);
    worker.on('error', forget);
    worker.on('exit', forget);
    return launched;
  }

  async function ask(request: RenderRequest): Promise<PreviewAnswer> {
    const { worker, ready } = await currentWorker();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        worker.terminate();
        reject(new PreviewUnavailable('The preview took too long and was stopped.'));
      }, timeoutMs);
    });
    const answered = ready.then(() => {
      const answer = nextAnswer(worker);
      worker.postMessage(request);
      return answer;
    });
    try {
      return await Promise.race([answered, timeout]);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    /** @throws PreviewUnavailable */
    async render(request: RenderRequest): Promise<PreviewAnswer> {
      if (waiting >= maxQueueLength)
        throw new PreviewUnavailable('Too many previews are being rendered at the moment.');
      clearTimeout(idle);
      waiting += 1;
      const turn = last.then(
        () => ask(request),
        () => ask(request),
      );
      last = turn;
      try {
        return await turn;
      } finally {
        waiting -= 1;
        if (waiting === 0) idle = setTimeout(end, idleMs).unref();
      }
    },

    /** Returns true while the worker runs. */
    isRunning: () => running !== undefined,

    async stop(): Promise<void> {
      clearTimeout(idle);
      await end();
    },
  };
}

export type Previewer = ReturnType<typeof createPreviewer>;

/** @throws PreviewUnavailable when the worker ends instead */
async function nextAnswer(worker: Worker): Promise<PreviewAnswer> {
  return nextMessage<PreviewAnswer>(worker).catch((reason) => {
    throw new PreviewUnavailable(`The preview stopped: ${describeError(reason)}`);
  });
}

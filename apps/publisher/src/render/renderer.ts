import { Worker } from 'node:worker_threads';
import { publishFaultSchema } from '@threadline/schema/publishing';
import type { Snapshot } from '@threadline/schema/snapshot';
import { z } from 'zod';
import { workerFile } from '../config.ts';
import { describeError, PublishFailure } from '../publish-failure.ts';
import { nextMessage } from './next-message.ts';
import type { RenderedPage, RenderedSite, WorkerMessage } from './rendered-site.ts';

const faultsSchema = z.array(publishFaultSchema).min(1);

/** Many times what the site needs: a runaway render must end before it affects the machine. */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 4 };

interface RunningWorker {
  worker: Worker;
  ready: Promise<unknown>;
  /** Its last result: it sends only the pages that have changed since. */
  site: RenderedSite;
}

/**
 * Renders snapshots with one version of the site's code, in a worker thread: a crash, an endless loop or a memory leak
 * of the site ends the worker, never the publisher. The next call starts a new one.
 *
 * @param timeoutMs limit for one snapshot, including the start of the worker
 */
export function createRenderer({ entryFile, timeoutMs }: { entryFile: string; timeoutMs: number }) {
  let running: RunningWorker | undefined;

  function launch(): RunningWorker {
    const worker = new Worker(workerFile, {
      workerData: { entryFile },
      resourceLimits,
      // The page depends only on the snapshot, so the bundle gets no environment.
      env: { NODE_ENV: 'production' },
    });
    const launched: RunningWorker = { worker, ready: receiveMessage(worker), site: new Map() };
    const forget = () => {
      if (running === launched) running = undefined;
    };
    launched.ready.catch(forget);
    worker.on('error', forget);
    worker.on('exit', forget);
    return launched;
  }

  async function ask({ worker, ready }: RunningWorker, snapshot: Snapshot | undefined): Promise<WorkerMessage> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        worker.terminate();
        reject(temporary(`Rendering took longer than ${timeoutMs / 1000} s and was stopped.`));
      }, timeoutMs);
    });
    try {
      return await Promise.race([answer(worker, ready, snapshot), timeout]);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    /** Resolves when the bundle is loaded. @throws PublishFailure */
    async start(): Promise<void> {
      running ??= launch();
      await ask(running, undefined);
    },

    /**
     * Renders every route. An unchanged page is the same object as in the previous call. One call at a time.
     * @throws PublishFailure, lasting if the bundle rejects the content
     */
    async render(snapshot: Snapshot): Promise<RenderedSite> {
      running ??= launch();
      const asked = running;
      const message = await ask(asked, snapshot);
      if (message.kind === 'rendered') {
        asked.site = wholeSite(message.site, asked.site);
        return asked.site;
      }
      if (message.kind === 'ready') throw temporary('The renderer sent an unexpected message.');
      const faults = faultsSchema.safeParse(message.faults).data ?? [{ detail: message.detail, path: message.path }];
      throw new PublishFailure(faults, { lasting: true });
    },

    async stop(): Promise<void> {
      await running?.worker.terminate();
    },
  };
}

export type Renderer = ReturnType<typeof createRenderer>;

function wholeSite(answer: Map<string, RenderedPage | 'same'>, before: RenderedSite): RenderedSite {
  return new Map(
    [...answer].map(([path, page]) => {
      const whole = page === 'same' ? before.get(path) : page;
      if (!whole) throw temporary(`The renderer left out ${path}.`);
      return [path, whole];
    }),
  );
}

async function answer(worker: Worker, ready: Promise<unknown>, snapshot: Snapshot | undefined): Promise<WorkerMessage> {
  await ready;
  if (!snapshot) return { kind: 'ready' };
  const message = receiveMessage(worker);
  worker.postMessage(snapshot);
  return message;
}

/** @throws PublishFailure if the worker ends instead */
async function receiveMessage(worker: Worker): Promise<WorkerMessage> {
  return nextMessage<WorkerMessage>(worker).catch((reason) => {
    throw temporary(`The renderer stopped: ${describeError(reason)}`);
  });
}

function temporary(detail: string): PublishFailure {
  return new PublishFailure([{ detail }], { lasting: false });
}

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Snapshot } from '@threadline/schema/content/snapshot';
import type { RenderedPath, RenderRequest } from '@threadline/schema/wire/preview';
import { publishFaultSchema } from '@threadline/schema/wire/publishing';
import { z } from 'zod';
import { workerFile } from '../config.ts';
import { describeError, PublishFailure } from '../publish-failure.ts';

/** A file as the site's bundle renders it. */
export interface RenderedPage {
  status: number;
  contentType: string;
  /** Headers that belong to this page, lower-case names. */
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
}

/** URL path → page, in the order of the bundle's route list. */
export type RenderedSite = Map<string, RenderedPage>;

export type WorkerRequest = { kind: 'site'; snapshot: Snapshot } | ({ kind: 'page' } & RenderRequest);

/** The worker sends `ready` once, after it has loaded the bundle, and then one reply per request. */
export type WorkerReply =
  | { kind: 'ready' }
  /** `same`: the page has not changed since the worker's previous reply. */
  | { kind: 'site'; pages: Map<string, RenderedPage | 'same'> }
  /** Without a page, the site has no such path. */
  | { kind: 'page'; page?: RenderedPath }
  | { kind: 'refused'; detail: string; path?: string; faults?: unknown };

interface RendererOptions {
  /** `server/entry.mjs` of the compiled site. */
  entryFile: string;
  /** Limit for one request, including the start of the worker. */
  timeoutMs: number;
  /** The worker ends after this time without a request and releases its memory. */
  idleMs: number;
}

interface RunningWorker {
  worker: Worker;
  ready: Promise<unknown>;
  /** The last site that it rendered: it sends only the pages that have changed since. */
  site: RenderedSite;
}

interface Job {
  request?: WorkerRequest;
  resolve: (reply: WorkerReply) => void;
  reject: (reason: unknown) => void;
}

const faultsSchema = z.array(publishFaultSchema).min(1);
const maxPendingPreviews = 16;

/** Many times what the site needs: a render without end stops before the machine runs out of memory. */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 8 };

/**
 * Renders releases and previews with one version of the site's code, in a worker thread. A crash, an endless loop or a
 * memory leak of the site ends the worker and never the publisher; the next request starts a new worker. Requests run one
 * after another, releases before previews.
 */
export function createRenderer({ entryFile, timeoutMs, idleMs }: RendererOptions) {
  let running: RunningWorker | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let isBusy = false;
  const releases: Job[] = [];
  const previews: Job[] = [];

  function launch(): RunningWorker {
    const worker = new Worker(workerFile, {
      workerData: { entryFile },
      resourceLimits,
      // A page depends on its snapshot alone, so the bundle gets no environment to read.
      env: { NODE_ENV: 'production' },
    });
    const launched: RunningWorker = { worker, ready: receiveReply(worker), site: new Map() };
    const forget = () => {
      if (running === launched) running = undefined;
    };
    launched.ready.catch(forget);
    worker.on('error', forget);
    worker.on('exit', forget);
    return launched;
  }

  async function exchange({ worker, ready }: RunningWorker, request: WorkerRequest | undefined): Promise<WorkerReply> {
    await ready;
    if (!request) return { kind: 'ready' };
    const reply = receiveReply(worker);
    worker.postMessage(request);
    return reply;
  }

  async function runJob(request: WorkerRequest | undefined): Promise<WorkerReply> {
    running ??= launch();
    const current = running;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        running = undefined;
        current.worker.terminate();
        reject(createTemporaryFailure(`Rendering took longer than ${timeoutMs / 1000} s and was stopped.`));
      }, timeoutMs);
    });
    try {
      const reply = await Promise.race([exchange(current, request), timeout]);
      if (reply.kind !== 'site') return reply;
      current.site = completeSite(reply.pages, current.site);
      return { kind: 'site', pages: current.site };
    } finally {
      clearTimeout(timer);
    }
  }

  const nextJob = () => releases.shift() ?? previews.shift();

  async function runJobs(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    clearTimeout(idleTimer);
    for (let job = nextJob(); job; job = nextJob()) {
      await runJob(job.request).then(job.resolve, job.reject);
    }
    isBusy = false;
    idleTimer = setTimeout(stop, idleMs).unref();
  }

  function enqueue(queue: Job[], request?: WorkerRequest): Promise<WorkerReply> {
    return new Promise((resolve, reject) => {
      queue.push({ request, resolve, reject });
      runJobs();
    });
  }

  async function stop(): Promise<void> {
    clearTimeout(idleTimer);
    const stopped = running;
    running = undefined;
    await stopped?.worker.terminate();
  }

  return {
    /**
     * Resolves when the worker has loaded the bundle.
     * @throws PublishFailure
     */
    async start(): Promise<void> {
      await enqueue(releases);
    },

    /**
     * Renders every route. A page that has not changed since the previous call is the same object.
     * @throws PublishFailure, permanent if the site refused the content
     */
    async renderSite(snapshot: Snapshot): Promise<RenderedSite> {
      const reply = await enqueue(releases, { kind: 'site', snapshot });
      if (reply.kind !== 'site') throw toFailure(reply);
      return reply.pages as RenderedSite;
    },

    /**
     * Renders one path for a preview. Returns undefined if the site has no such path.
     * @throws PublishFailure, permanent if the site refused the content
     */
    async renderPage(request: RenderRequest): Promise<RenderedPath | undefined> {
      if (previews.length >= maxPendingPreviews) throw createTemporaryFailure('Too many previews are pending.');
      const reply = await enqueue(previews, { kind: 'page', ...request });
      if (reply.kind !== 'page') throw toFailure(reply);
      return reply.page;
    },

    /** Returns whether the worker runs. */
    isRunning: () => running !== undefined,

    stop,
  };
}

export type Renderer = ReturnType<typeof createRenderer>;

function completeSite(pages: Map<string, RenderedPage | 'same'>, before: RenderedSite): RenderedSite {
  return new Map(
    [...pages].map(([path, page]) => {
      const complete = page === 'same' ? before.get(path) : page;
      if (!complete) throw createTemporaryFailure(`The renderer did not send ${path}.`);
      return [path, complete];
    }),
  );
}

/**
 * Resolves with the next message of the worker.
 * @throws PublishFailure with the reason if the worker ends instead
 */
async function receiveReply(worker: Worker): Promise<WorkerReply> {
  const ended = new AbortController();
  const onExit = (code: number) => ended.abort(new Error(`it ended with exit code ${code}`));
  worker.once('exit', onExit);
  try {
    const [message] = await once(worker, 'message', { signal: ended.signal });
    return message as WorkerReply;
  } catch (error) {
    // An error that the worker threw explains more than the exit that follows it.
    const reason = error instanceof Error && error.name === 'AbortError' ? ended.signal.reason : error;
    throw createTemporaryFailure(`The renderer stopped: ${describeError(reason)}`);
  } finally {
    worker.off('exit', onExit);
  }
}

function toFailure(reply: WorkerReply): PublishFailure {
  if (reply.kind !== 'refused') return createTemporaryFailure('The renderer sent an unexpected reply.');
  const faults = faultsSchema.safeParse(reply.faults).data ?? [{ detail: reply.detail, path: reply.path }];
  return new PublishFailure(faults, { isPermanent: true });
}

function createTemporaryFailure(detail: string): PublishFailure {
  return new PublishFailure([{ detail }], { isPermanent: false });
}

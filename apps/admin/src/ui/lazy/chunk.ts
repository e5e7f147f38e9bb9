import { type ComponentType, use } from 'react';

/** Spec §7, §9: bundles time out after 120 seconds with a chunk-load error. */
const chunkTimeoutMs = 120_000;

/** Code that did not arrive. `retry` lets the next rendering ask for it again. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
  readonly retry: () => void;

  constructor(message: string, { retry, cause }: { retry: () => void; cause: unknown }) {
    super(message, { cause });
    this.retry = retry;
  }
}

export type Load<Name extends string, Props> = () => Promise<Record<Name, ComponentType<Props>>>;

export interface Chunk<Props> {
  loaded(): ComponentType<Props> | undefined;
  /** Fetches ahead of need. A failure is forgotten: whoever needs the code asks again. */
  preload(): Promise<void>;
  /**
   * What a rendering has to `use`, the same until `retry`; nothing when the code came ahead of need. It stays after the
   * code arrived: React wants a rendering that waited to ask again when it goes on. @throws ChunkLoadError
   */
  awaited(): Promise<void> | undefined;
}

/**
 * A bundle of its own, asked for when it is needed.
 *
 * @param onFailure called when a rendering waited for it in vain
 */
export function createChunk<Name extends string, Props>(
  name: Name,
  load: Load<Name, Props>,
  onFailure?: () => void,
): Chunk<Props> {
  let component: ComponentType<Props> | undefined;
  let pending: Promise<void> | undefined;
  let awaited: Promise<void> | undefined;
  const retry = () => {
    awaited = undefined;
  };
  const fetchModule = atNewAddress(load);
  const fetchOnce = () => {
    pending ??= inTime(fetchModule())
      .then((module) => {
        component = module[name];
      })
      .finally(() => {
        pending = undefined;
      });
    return pending;
  };
  return {
    loaded: () => component,
    preload: () => fetchOnce().catch(() => undefined),
    awaited: () => {
      if (component) return awaited;
      awaited ??= fetchOnce().catch((cause) => {
        onFailure?.();
        throw new ChunkLoadError(`${name} could not be loaded.`, { retry, cause });
      });
      return awaited;
    },
  };
}

/**
 * From the second failure on it is asked for at another address of the same file: most browsers remember that a module did
 * not arrive and never ask for it again.
 */
function atNewAddress<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let failures = 0;
  return async () => {
    try {
      return await load();
    } catch (error) {
      failures += 1;
      const address = failures > 1 && addressIn(error);
      if (!address) throw error;
      return (await import(/* @vite-ignore */ `${address}?try=${failures}`)) as Module;
    }
  };
}

/** Where the code was asked for: Chromium and Firefox name it at the end of their messages. */
function addressIn(error: unknown): string | undefined {
  const lastWord = error instanceof Error ? error.message.split(/\s/).at(-1) : undefined;
  return lastWord && /^[^:]+:./.test(lastWord) ? lastWord : undefined;
}

async function inTime<Module>(module: Promise<Module>): Promise<Module> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('It did not arrive in time.')), chunkTimeoutMs);
  });
  try {
    return await Promise.race([module, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** The component, once it is there; a rendering waits for it. @throws ChunkLoadError */
export function useChunk<Props>(chunk: Chunk<Props>): ComponentType<Props> | undefined {
  const awaited = chunk.awaited();
  if (awaited) use(awaited);
  return chunk.loaded();
}

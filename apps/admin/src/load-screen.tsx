import { Component, type ComponentType, createElement, type ReactNode, Suspense, use } from 'react';
import classes from './load-screen.module.css';
import { hasUnsaved } from './unsaved.ts';

/** Spec §7, §9: bundles time out after 120 seconds with a chunk-load error. */
export const chunkTimeoutMs = 120_000;
const reloadedKey = 'reloaded-for';

/** Code that did not arrive. `retry` lets the next rendering ask for it again. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
  readonly retry: () => void;

  constructor(message: string, { retry, cause }: { retry: () => void; cause: unknown }) {
    super(message, { cause });
    this.retry = retry;
  }
}

type Load<Name extends string, Props> = () => Promise<Record<Name, ComponentType<Props>>>;

interface Loading<Props> {
  loaded(): ComponentType<Props> | undefined;
  /** Fetches ahead of need. A failure is forgotten: whoever needs the code asks again. */
  preload(): Promise<void>;
  /**
   * What a rendering has to `use`, the same until `retry`; nothing when the code came ahead of need. It stays after the
   * code arrived: React wants a rendering that waited to ask again when it goes on. @throws ChunkLoadError
   */
  awaited(): Promise<void> | undefined;
}

function loading<Name extends string, Props>(
  name: Name,
  load: Load<Name, Props>,
  onFailure: () => void,
): Loading<Props> {
  let component: ComponentType<Props> | undefined;
  let pending: Promise<void> | undefined;
  let awaited: Promise<void> | undefined;
  const retry = () => {
    awaited = undefined;
  };
  let failures = 0;
  const fetchModule = async () => {
    try {
      return await load();
    } catch (error) {
      failures += 1;
      const address = failures > 1 && addressIn(error);
      if (!address) throw error;
      return (await import(/* @vite-ignore */ `${address}?try=${failures}`)) as Awaited<ReturnType<typeof load>>;
    }
  };
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
        onFailure();
        throw new ChunkLoadError(`${name} could not be loaded.`, { retry, cause });
      });
      return awaited;
    },
  };
}

/**
 * Where the code was asked for. Most browsers remember that a module did not arrive and never ask for it again: only
 * another address of the same file is a new question. Chromium and Firefox name it at the end of their messages.
 */
function addressIn(error: unknown): string | undefined {
  return error instanceof Error ? /\S+:\S+$/.exec(error.message)?.[0] : undefined;
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

/**
 * A screen as a bundle of its own. When it fails to load, the page reloads (Spec §7): once per screen, never over words
 * that are not saved, and not for a screen that was only pointed at; then the error boundary says what to do.
 */
export function loadScreen<Name extends string>(screen: Name, load: Load<Name, object>) {
  const code = loading(screen, load, () => {
    if (sessionStorage.getItem(reloadedKey) === screen || hasUnsaved()) return;
    sessionStorage.setItem(reloadedKey, screen);
    window.location.reload();
  });
  function LoadedScreen() {
    const awaited = code.awaited();
    if (awaited) use(awaited);
    const Found = code.loaded();
    if (Found && sessionStorage.getItem(reloadedKey) === screen) sessionStorage.removeItem(reloadedKey);
    return Found && createElement(Found);
  }
  LoadedScreen.preload = code.preload;
  return LoadedScreen;
}

interface PartWords {
  /** What could not be loaded, as people call it: "The preview". */
  what: string;
  /** It lies over the page; so does the message when it is missing. */
  isDialog?: boolean;
}

interface PartOptions<Props> extends PartWords {
  /** Stands in its place until the code is there. */
  meanwhile?: ComponentType<Props>;
}

/** A part of a screen whose code is loaded when it is shown. When that fails, the message stands in its place. */
export function loadPart<Name extends string, Props extends object>(
  name: Name,
  load: Load<Name, Props>,
  { what, isDialog = false, meanwhile }: PartOptions<Props>,
) {
  const code = loading(name, load, () => undefined);
  function Loaded(props: Props) {
    const awaited = code.awaited();
    if (awaited) use(awaited);
    const Found = code.loaded();
    return Found && createElement(Found, props);
  }
  function Part(props: Props & { onClose?: () => void }) {
    return (
      <PartBoundary what={what} isDialog={isDialog} onClose={props.onClose}>
        <Suspense fallback={meanwhile && createElement(meanwhile, props)}>
          <Loaded {...props} />
        </Suspense>
      </PartBoundary>
    );
  }
  Part.preload = code.preload;
  return Part;
}

interface PartBoundaryProps extends Required<PartWords> {
  onClose: (() => void) | undefined;
  children: ReactNode;
}

/** Keeps what surrounds a part when the part breaks. */
class PartBoundary extends Component<PartBoundaryProps, { error: unknown }> {
  override readonly state = { error: undefined as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  tryAgain = () => {
    const { error } = this.state;
    if (error instanceof ChunkLoadError) error.retry();
    this.setState({ error: undefined });
  };

  override render() {
    const { what, isDialog, onClose, children } = this.props;
    const { error } = this.state;
    if (error === undefined) return children;
    return (
      <div className={`alert ${classes.failure}`} data-floating={isDialog || undefined} role="alert">
        <span>
          {what} {error instanceof ChunkLoadError ? 'could not be loaded.' : 'stopped working. What you typed is kept.'}
        </span>
        <button type="button" className="text-button" onClick={this.tryAgain}>
          Try again
        </button>
        {onClose && (
          <button type="button" className="text-button" onClick={onClose}>
            Close
          </button>
        )}
      </div>
    );
  }
}

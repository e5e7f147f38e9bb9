import { Component, type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react';
import { mustConfirmClose } from '../store/unsaved.ts';
import { Alert } from './alert.tsx';
import classes from './lazy-component.module.css';
import { TextButton } from './text-button.tsx';

/** Spec §7, §9: bundles time out after 120 seconds with a chunk-load error. */
const chunkTimeoutMs = 120_000;

/** The session storage key of the screen that the page was last reloaded for. */
const reloadedKey = 'reloaded-for';

/** Code that did not load. After `retry` the next rendering loads it again. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
  readonly retry: () => void;

  constructor(message: string, { retry, cause }: { retry: () => void; cause: unknown }) {
    super(message, { cause });
    this.retry = retry;
  }
}

type Load<Name extends string, Props> = () => Promise<Record<Name, ComponentType<Props>>>;

/** Returns a `React.lazy` component for a named export that can be preloaded, and loaded again after a failure. */
function lazyExport<Name extends string, Props extends object>(
  name: Name,
  load: Load<Name, Props>,
  { isScreen }: { isScreen: boolean },
) {
  const loadModule = withRetryAddress(load);
  let pending: Promise<{ default: ComponentType<Props> }> | undefined;
  const loadOnce = () => {
    pending ??= withTimeout(loadModule()).then(
      (module) => ({ default: module[name] }),
      (error) => {
        pending = undefined;
        throw error;
      },
    );
    return pending;
  };
  const retry = () => {
    Loaded = createLazy();
  };
  const loadForRender = async () => {
    try {
      const loaded = await loadOnce();
      if (sessionStorage.getItem(reloadedKey) === name) sessionStorage.removeItem(reloadedKey);
      return loaded;
    } catch (cause) {
      if (!isScreen || sessionStorage.getItem(reloadedKey) === name || mustConfirmClose()) {
        throw new ChunkLoadError(`${name} could not be loaded.`, { retry, cause });
      }
      sessionStorage.setItem(reloadedKey, name);
      window.location.reload();
      return new Promise<never>(() => undefined);
    }
  };
  const createLazy = () => lazy(loadForRender);
  let Loaded = createLazy();
  const LazyComponent = (props: Props) => createElement(Loaded as ComponentType<Props>, props);
  /** Loads the code ahead of need. The first rendering repeats a failed attempt. */
  const preload = () =>
    loadOnce().then(
      () => undefined,
      () => undefined,
    );
  return Object.assign(LazyComponent, { preload });
}

/**
 * After a second failure, loads the same file from another address: most browsers remember that a module failed to load
 * and never request it again.
 */
function withRetryAddress<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let failures = 0;
  return async () => {
    try {
      return await load();
    } catch (error) {
      failures += 1;
      // Chromium and Firefox end their messages with the address.
      const address = error instanceof Error ? error.message.split(/\s/).at(-1) : undefined;
      if (failures === 1 || !address || !/^[^:]+:./.test(address)) throw error;
      return (await import(/* @vite-ignore */ `${address}?try=${failures}`)) as Module;
    }
  };
}

function withTimeout<Module>(module: Promise<Module>): Promise<Module> {
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The code did not arrive in time.')), chunkTimeoutMs);
  });
  return Promise.race([module, timeout]);
}

/**
 * A screen as a bundle of its own. If it does not load, the page reloads (Spec §7): once per screen, never over unsaved
 * text, and not after a preload. Then the error boundary of the router shows what to do.
 */
export function lazyScreen<Name extends string>(name: Name, load: Load<Name, object>) {
  return lazyExport(name, load, { isScreen: true });
}

interface ErrorOptions {
  /** The subject of the error message: "The preview". */
  label: string;
  /** Shows the error message over the page, as the component would be. */
  isDialog?: boolean;
}

interface LazyComponentOptions<Props> extends ErrorOptions {
  /** Rendered until the code is there. */
  fallback?: ComponentType<Props>;
  /** The fallback can do all that is needed: it stays where the code does not load or does not work. */
  isOptional?: boolean;
}

/** A part of a screen whose code is loaded on demand. If it does not load, an error message takes its place. */
export function lazyComponent<Name extends string, Props extends object>(
  name: Name,
  load: Load<Name, Props>,
  { label, isDialog = false, fallback, isOptional = false }: LazyComponentOptions<Props>,
) {
  const Loaded = lazyExport(name, load, { isScreen: false });
  function LazyPart(props: Props & { onClose?: () => void }) {
    const substitute = fallback && createElement(fallback, props);
    return (
      <ErrorBoundary label={label} isDialog={isDialog} onClose={props.onClose} replacement={isOptional && substitute}>
        <Suspense fallback={substitute}>
          <Loaded {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  }
  return Object.assign(LazyPart, { preload: Loaded.preload });
}

interface ErrorBoundaryProps extends Required<ErrorOptions> {
  onClose: (() => void) | undefined;
  /** Rendered instead of the message. */
  replacement: ReactNode;
  children: ReactNode;
}

class ErrorBoundary extends Component<ErrorBoundaryProps, { error: unknown }> {
  override readonly state = { error: undefined as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  retry = () => {
    const { error } = this.state;
    if (error instanceof ChunkLoadError) error.retry();
    this.setState({ error: undefined });
  };

  override render() {
    const { label, isDialog, onClose, replacement, children } = this.props;
    const { error } = this.state;
    if (error === undefined) return children;
    if (replacement) return replacement;
    return (
      <Alert
        className={classes.failure}
        data-floating={isDialog || undefined}
        role="alert"
        actions={
          <>
            <TextButton onClick={this.retry}>Try again</TextButton>
            {onClose && <TextButton onClick={onClose}>Close</TextButton>}
          </>
        }
      >
        {label} {error instanceof ChunkLoadError ? 'could not be loaded.' : 'stopped working. Your text is not lost.'}
      </Alert>
    );
  }
}

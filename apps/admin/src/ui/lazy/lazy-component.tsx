import { Component, type ComponentType, createElement, type ReactNode, Suspense } from 'react';
import { ChunkLoadError, createChunk, type Load, useChunk } from './chunk.ts';
import classes from './lazy-component.module.css';

interface PartWords {
  /** What could not be loaded, as people call it: "The preview". */
  what: string;
  /** It lies over the page; so does the message when it is missing. */
  isDialog?: boolean;
}

interface PartOptions<Props> extends PartWords {
  /** Stands in its place until the code is there. */
  fallback?: ComponentType<Props>;
}

/** A part of a screen whose code is loaded when it is shown. When that fails, the message stands in its place. */
export function loadPart<Name extends string, Props extends object>(
  name: Name,
  load: Load<Name, Props>,
  { what, isDialog = false, fallback }: PartOptions<Props>,
) {
  const chunk = createChunk(name, load);
  function Loaded(props: Props) {
    const Found = useChunk(chunk);
    return Found && createElement(Found, props);
  }
  function Part(props: Props & { onClose?: () => void }) {
    return (
      <PartBoundary what={what} isDialog={isDialog} onClose={props.onClose}>
        <Suspense fallback={fallback && createElement(fallback, props)}>
          <Loaded {...props} />
        </Suspense>
      </PartBoundary>
    );
  }
  Part.preload = chunk.preload;
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

import { Component, type PropsWithChildren } from 'react';

interface IslandContentProps {
  /** Label of the button that loads the data again. */
  again: string;
  /** Undefined while loading, null if loading failed. */
  data: object | null | undefined;
  retry: () => void;
  fail: () => void;
}

/**
 * Shows `children` once there is data, and a retry button if loading or rendering fails. The server HTML stays mounted
 * beside it, hidden: the page's policy forbids setting markup by script.
 */
export function IslandContent({ again, data, retry, fail, children }: PropsWithChildren<IslandContentProps>) {
  if (data) return <IslandErrorBoundary onError={fail}>{children}</IslandErrorBoundary>;
  if (data === undefined) return null;
  return (
    <p role="status">
      <button type="button" className="button" onClick={retry}>
        {again}
      </button>
    </p>
  );
}

/** Keeps an error in one part from unmounting the whole island. */
class IslandErrorBoundary extends Component<PropsWithChildren<{ onError: () => void }>> {
  override componentDidCatch() {
    this.props.onError();
  }
  override render() {
    return this.props.children;
  }
}

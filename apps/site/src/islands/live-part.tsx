import { Component, type PropsWithChildren } from 'react';

interface LivePartProps {
  /** Words of the button, which say what is wrong; content hands them in. */
  again: string;
  /** Null when it did not arrive, undefined while it still may. */
  data: object | null | undefined;
  retry: () => void;
  fail: () => void;
}

/**
 * `children` once there is data; a button when it does not arrive, or when they break on it. What the server
 * drew stays mounted beside this, if out of sight: the page's policy lets no script draw it again.
 */
export function LivePart({ again, data, retry, fail, children }: PropsWithChildren<LivePartProps>) {
  if (data) return <Fuse onBreak={fail}>{children}</Fuse>;
  if (data === undefined) return null;
  return (
    <p role="status">
      <button type="button" className="button" onClick={retry}>
        {again}
      </button>
    </p>
  );
}

/** Keeps the mistake of a part from taking the rest of its island with it. Draws nothing once it has caught one. */
class Fuse extends Component<PropsWithChildren<{ onBreak: () => void }>> {
  override componentDidCatch() {
    this.props.onBreak();
  }
  override render() {
    return this.props.children;
  }
}

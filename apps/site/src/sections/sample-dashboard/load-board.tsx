import { Component, type PropsWithChildren, useEffect, useEffectEvent, useState } from 'react';
import type { Board } from './board.ts';

/** Moments at which a lost connection may be back, or the visitor needs the data. */
const retryEvents = ['input', 'online', 'visibilitychange'];

interface LoadedBoard {
  /** Undefined while loading, null if loading failed. */
  board: Board | null | undefined;
  retry: () => void;
  /** Reports that the data could not be rendered. */
  fail: () => void;
}

/** Loads the data, and again on the next retry event if loading failed. */
export function useBoard(url: string): LoadedBoard {
  const [board, setBoard] = useState<Board | null>();
  const fail = () => setBoard(null);
  const load = () => {
    fetchBoard(url).then(setBoard, fail);
  };
  const loadNow = useEffectEvent(load);

  useEffect(() => loadNow(), []);
  useEffect(() => {
    if (board !== null) return undefined;
    const controller = new AbortController();
    for (const type of retryEvents) addEventListener(type, () => loadNow(), { signal: controller.signal });
    return () => controller.abort();
  }, [board]);

  return { board, retry: load, fail };
}

async function fetchBoard(url: string): Promise<Board> {
  const response = await fetch(url);
  const board = (await response.json()) as Board | null;
  // Other mistakes in the data show when it is rendered (`BoardBoundary`).
  if (!response.ok || !board?.projects) throw new Error(url);
  return board;
}

/** Keeps an error in the board from unmounting the whole island. */
export class BoardBoundary extends Component<PropsWithChildren<{ onError: () => void }>> {
  override componentDidCatch() {
    this.props.onError();
  }
  override render() {
    return this.props.children;
  }
}

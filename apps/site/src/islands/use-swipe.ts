import { type RefObject, useEffect, useRef } from 'react';

const minimumPx = 40;

/** Calls back with 1 for a swipe to the next, -1 for one to the previous. Vertical movement stays the browser's. */
export function useSwipe(root: RefObject<HTMLElement | null>, onSwipe: (step: 1 | -1) => void): void {
  const latest = useRef(onSwipe);
  latest.current = onSwipe;

  useEffect(() => {
    const area = root.current;
    let start: { x: number; y: number } | undefined;
    const down = (event: PointerEvent) => {
      start = event.pointerType === 'mouse' ? undefined : { x: event.clientX, y: event.clientY };
    };
    const up = (event: PointerEvent) => {
      if (!start) return;
      const across = event.clientX - start.x;
      const along = event.clientY - start.y;
      start = undefined;
      if (Math.abs(across) >= minimumPx && Math.abs(across) > Math.abs(along)) latest.current(across < 0 ? 1 : -1);
    };
    area?.addEventListener('pointerdown', down);
    area?.addEventListener('pointerup', up);
    return () => {
      area?.removeEventListener('pointerdown', down);
      area?.removeEventListener('pointerup', up);
    };
  }, [root]);
}

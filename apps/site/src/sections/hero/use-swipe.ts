import { type RefObject, useEffect, useEffectEvent } from 'react';

const minSwipePx = 40;

/** Calls `onSwipe` with 1 for a swipe to the next slide and -1 for the previous one. The browser handles vertical swipes. */
export function useSwipe(root: RefObject<HTMLElement | null>, onSwipe: (step: 1 | -1) => void): void {
  const swipe = useEffectEvent(onSwipe);

  useEffect(() => {
    const area = root.current;
    let start: { x: number; y: number } | undefined;
    const handleDown = (event: PointerEvent) => {
      start = event.pointerType === 'mouse' ? undefined : { x: event.clientX, y: event.clientY };
    };
    const handleUp = (event: PointerEvent) => {
      if (!start) return;
      const across = event.clientX - start.x;
      const along = event.clientY - start.y;
      start = undefined;
      if (Math.abs(across) >= minSwipePx && Math.abs(across) > Math.abs(along)) swipe(across < 0 ? 1 : -1);
    };
    area?.addEventListener('pointerdown', handleDown);
    area?.addEventListener('pointerup', handleUp);
    return () => {
      area?.removeEventListener('pointerdown', handleDown);
      area?.removeEventListener('pointerup', handleUp);
    };
  }, [root]);
}

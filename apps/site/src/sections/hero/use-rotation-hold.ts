import { type RefObject, useEffect, useState } from 'react';

/** Share of the carousel that must be visible for it to rotate. */
const visibleShare = 0.4;

/** Returns true while the pointer is over the carousel, or the carousel is not visible. */
export function useRotationHold(root: RefObject<HTMLElement | null>): boolean {
  const [isHovered, setIsHovered] = useState(false);
  const [isOutOfSight, setIsOutOfSight] = useState(false);

  useEffect(() => {
    const section = root.current?.closest('section');
    if (!section) return undefined;
    let isVisible = true;
    const update = () => setIsOutOfSight(document.hidden || !isVisible);
    const observer = new IntersectionObserver(
      ([entry]) => {
        isVisible = entry?.isIntersecting ?? true;
        update();
      },
      { threshold: visibleShare },
    );
    // A touch has no pointer that stays over the carousel.
    const enter = (event: PointerEvent) => setIsHovered(event.pointerType === 'mouse');
    const leave = () => setIsHovered(false);
    observer.observe(section);
    section.addEventListener('pointerenter', enter);
    section.addEventListener('pointerleave', leave);
    document.addEventListener('visibilitychange', update);
    setIsHovered(section.matches(':hover') && matchMedia('(hover: hover)').matches);
    return () => {
      observer.disconnect();
      section.removeEventListener('pointerenter', enter);
      section.removeEventListener('pointerleave', leave);
      document.removeEventListener('visibilitychange', update);
    };
  }, [root]);

  return isHovered || isOutOfSight;
}

import { useRef } from 'react';
import { loadPart } from '../../ui/lazy/lazy-component.tsx';
import { useFocusStays } from '../../ui/use-focus-fallback.ts';
import { usePublishStatus } from './publishing-events.ts';

const HeldStrip = loadPart('HeldStrip', () => import('./rollback-strip.tsx'), {
  what: 'A release was brought back and is held. The button that resumes publishing',
});

/** Held releases are rare: what is said about one is loaded when there is one. */
export function HeldBanner() {
  const place = useRef<HTMLDivElement>(null);
  // The button goes with the strip: whoever pressed it by keys goes on here, and not at the top of the page.
  useFocusStays(place);
  return (
    <div ref={place} tabIndex={-1}>
      {usePublishStatus()?.heldRelease && <HeldStrip />}
    </div>
  );
}

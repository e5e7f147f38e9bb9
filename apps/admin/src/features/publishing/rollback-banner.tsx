import { useRef } from 'react';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { useFocusStays } from '../../ui/use-focus-fallback.ts';
import { usePublishStatus } from './publishing-events.ts';

const HeldStrip = lazyComponent('HeldStrip', () => import('./rollback-strip.tsx'), {
  label: 'The rollback notice',
});

/** Held releases are rare: what is said about one is loaded when there is one. */
export function HeldBanner() {
  const place = useRef<HTMLDivElement>(null);
  // The button goes with the strip: whoever pressed it by keys goes on here, and not at the top of the page.
  useFocusStays(place);
  return (
    <div ref={place} tabIndex={-1}>
      {usePublishStatus()?.pinnedRelease && <HeldStrip />}
    </div>
  );
}

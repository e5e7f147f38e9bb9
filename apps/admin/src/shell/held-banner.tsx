import { loadPart } from '../load-part.tsx';
import { usePublishStatus } from '../publishing-events.ts';

const HeldStrip = loadPart('HeldStrip', () => import('./held-strip.tsx'), {
  what: 'A release was brought back and is held. The button that resumes publishing',
});

/** Held releases are rare: what is said about one is loaded when there is one. */
export function HeldBanner() {
  return usePublishStatus()?.heldRelease ? <HeldStrip /> : null;
}

import { useRef } from 'react';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { useFocusFallback } from '../../ui/use-focus-fallback.ts';
import { usePublishing } from './publish-view.ts';

const PausedNotice = lazyComponent('PausedNotice', () => import('./paused-notice.tsx'), {
  label: 'The notice about paused publishing',
  fallback: () => null,
});

/** On every screen after a rollback: visitors do not see new saves. */
export function RolledBackBanner() {
  const place = useRef<HTMLDivElement>(null);
  // The button disappears with the banner, so this element takes the focus.
  useFocusFallback(place);
  const { view } = usePublishing();
  return (
    <div ref={place} tabIndex={-1}>
      {view?.pinnedRelease && <PausedNotice />}
    </div>
  );
}

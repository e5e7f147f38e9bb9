import { useIsFetching } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type RefCallback, useEffect, useRef, useState } from 'react';

/**
 * Returns a ref for the panel that the hash of an address names: it gets the focus once, after everything has loaded that
 * would push it down. The panel needs `tabIndex={-1}`.
 */
export function useHashTarget(name: string): RefCallback<HTMLElement> {
  // A state, because the panel may appear without a render of its screen.
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const isNamed = useLocation({ select: ({ hash }) => hash === name });
  const isLoading = useIsFetching() > 0;
  const isReached = useRef(false);
  useEffect(() => {
    if (!isNamed || isLoading || isReached.current || !target) return;
    isReached.current = true;
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: 'start' });
  }, [isNamed, isLoading, target]);
  return setTarget;
}

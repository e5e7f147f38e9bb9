import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';

/** The same width as in the style sheets: media queries cannot use variables. */
export const phone = '(max-width: 47.99em)';

/** Below this width a panel has no room beside its list. */
export const withoutSidePanel = '(max-width: 68.74em)';

/** Returns whether the media query matches, also in the first rendering. */
export function useMedia(query: string): boolean {
  // With `getInitialValueInEffect: false`, Mantine calls matchMedia in each rendering, and a form is rendered with each key.
  const [initial] = useState(() => matchMedia(query).matches);
  return useMediaQuery(query, initial);
}

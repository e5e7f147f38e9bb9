import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';

/** The same width as in the style sheets: media queries cannot use variables. */
export const phone = '(max-width: 47.99em)';

/** From this width a panel has room beside its list. */
const withSidePanel = '(min-width: 68.75em)';

/** Returns whether the media query matches, also in the first rendering. */
export function useMedia(query: string): boolean {
  // With `getInitialValueInEffect: false`, Mantine calls matchMedia in each rendering, and a form is rendered with each key.
  const [initial] = useState(() => matchMedia(query).matches);
  return useMediaQuery(query, initial);
}

/** Returns whether a panel has room beside its list, such as an enquiry beside the inbox. */
export const useSideBySide = (): boolean => useMedia(withSidePanel);

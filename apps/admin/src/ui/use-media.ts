import { useMediaQuery } from '@mantine/hooks';

/** The same width as in the style sheets: media queries cannot use variables. */
export const phone = '(max-width: 47.99em)';

/** Returns whether the media query matches, also in the first rendering. */
export function useMedia(query: string): boolean {
  return useMediaQuery(query, undefined, { getInitialValueInEffect: false });
}

import { useMediaQuery } from '@mantine/hooks';

/** As in the style sheets, where the width of a media query cannot be a variable. */
export const phone = '(max-width: 47.99em)';

/** Whether the window is like that, known with the first rendering. */
export function useMedia(query: string): boolean {
  return useMediaQuery(query, undefined, { getInitialValueInEffect: false });
}

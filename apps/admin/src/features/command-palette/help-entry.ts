import type { NavigateOptions } from '@tanstack/react-router';

/** A question of editors, its answer, and the screen on which they continue. */
export interface HelpEntry {
  title: string;
  /** Other words by which editors look for it. */
  words: string;
  answer: string;
  /** The name of the screen, for the button. */
  screen: string;
  target: Pick<NavigateOptions, 'to' | 'search'>;
}

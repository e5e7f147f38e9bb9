import type { Board, Choice } from '../../dashboard/board.ts';

/** What every tab is drawn from. */
export interface TabProps {
  board: Board;
  choice: Choice;
  /** Whether charts are shown as tables. */
  isTables: boolean;
}

import type { Board, BoardFilter } from '../../dashboard/board.ts';

/** What every tab is drawn from. */
export interface TabProps {
  board: Board;
  choice: BoardFilter;
  /** Whether charts are shown as tables. */
  isTables: boolean;
}

import type { Board, BoardFilter } from '../../dashboard/board.ts';

/** The properties of every tab. */
export interface TabProps {
  board: Board;
  choice: BoardFilter;
  /** Whether charts are shown as tables. */
  isTables: boolean;
}

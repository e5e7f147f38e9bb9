import type { PropsWithChildren, ReactNode } from 'react';
import type { Board } from '../../dashboard/board.ts';
import { KpiRow } from './kpi-row.tsx';
import { PortfolioTab } from './portfolio-tab.tsx';

interface BoardFrameProps {
  board: Pick<Board, 'texts' | 'drawings'>;
  /** Below the panel. */
  disclaimer: string;
  tabs?: ReactNode;
  filters?: ReactNode;
  actions?: ReactNode;
}

/** The frame around every tab. */
export function BoardFrame({
  board,
  disclaimer,
  tabs,
  filters,
  actions,
  children,
}: PropsWithChildren<BoardFrameProps>) {
  return (
    <>
      <div className="board on-dark">
        <div className="board-bar">
          <svg className="board-mark" viewBox="0 0 40 60" fill="none" strokeLinecap="round" aria-hidden="true">
            <use href={`${board.drawings}#board-mark`} />
          </svg>
          <strong>{board.texts.product}</strong>
          {tabs}
          <span className="sample-mark">{board.texts.mark}</span>
          {filters}
        </div>
        {children}
      </div>
      <div className="board-foot">
        <p>{disclaimer}</p>
        {actions}
      </div>
    </>
  );
}

/** The first tab without controls, as the server renders it and as it stays without JavaScript. */
export function StaticBoard({ board, disclaimer }: { board: Board; disclaimer: string }) {
  const choice = { unit: '', week: board.thisWeek };
  return (
    <div className="board-static">
      <BoardFrame board={board} disclaimer={disclaimer}>
        <KpiRow board={board} choice={choice} />
        <PortfolioTab board={board} choice={choice} isTables={false} />
      </BoardFrame>
    </div>
  );
}

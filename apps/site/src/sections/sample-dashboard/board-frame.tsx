import type { PropsWithChildren, ReactNode } from 'react';
import { fill, formatLakh } from '../../text/format.ts';
import {
  type Board,
  type BoardFilter,
  findLowestWeek,
  listCashWeeks,
  listProjects,
  sumPreviousWeek,
  sumProjects,
} from './board.ts';
import { PortfolioTab } from './tabs.tsx';

interface BoardFrameProps {
  board: Board;
  tabs?: ReactNode;
  filters?: ReactNode;
  actions?: ReactNode;
  /** Below the tabs, in the panel. */
  foot: ReactNode;
}

/** The frame around every tab. */
export function BoardFrame({ board, tabs, filters, actions, foot, children }: PropsWithChildren<BoardFrameProps>) {
  return (
    <>
      <div className="board on-dark">
        <div className="board-bar">
          <svg className="board-mark" viewBox="0 0 40 60" fill="none" strokeLinecap="round" aria-hidden="true">
            <use href={`${board.drawings}#art-board-mark`} />
          </svg>
          <strong>{board.texts.product}</strong>
          {tabs}
          <span className="sample-mark">{board.texts.mark}</span>
          {filters}
        </div>
        {children}
        {foot}
      </div>
      <div className="board-foot">
        <p>{board.disclaimer}</p>
        {actions}
      </div>
    </>
  );
}

/** The first tab without controls, as the server renders it and as it stays without JavaScript. */
export function StaticBoard({ board }: { board: Board }) {
  const choice = { unit: '', week: board.thisWeek };
  return (
    <div className="board-static">
      <BoardFrame
        board={board}
        foot={
          <p className="week-cost">
            <span className="opener">{board.texts.weekCost.title}</span>
          </p>
        }
      >
        <KpiRow board={board} choice={choice} />
        <PortfolioTab board={board} choice={choice} isTables={false} />
      </BoardFrame>
    </div>
  );
}

interface KpiRowProps {
  board: Board;
  choice: BoardFilter;
}

/** Four figures of the chosen unit and week, each with its change or its meaning. */
export function KpiRow({ board, choice }: KpiRowProps) {
  return (
    <dl className="board-counts">
      {listKpis(board, choice).map(({ title, figure, note, change = 0 }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>
            <b>{figure}</b>
            <span className={change === 0 ? undefined : change > 0 ? 'up' : 'down'}>{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface Kpi {
  title: string;
  figure: string;
  note: string | undefined;
  /** Above 0 for good news, below 0 for bad news. */
  change?: number;
}

function listKpis(board: Board, choice: BoardFilter): Kpi[] {
  const { texts, floorLakh } = board;
  const now = sumProjects(listProjects(board, choice));
  const before = sumPreviousWeek(board, choice);
  const cash = listCashWeeks(board, choice.week);
  const lowest = findLowestWeek(cash);
  const points = (now.milestonesPercent ?? 0) - (before?.milestonesPercent ?? 0);
  const delay = Math.round((now.delayCostLakh - (before?.delayCostLakh ?? 0)) * 10) / 10;
  const describe = (change: number, [up, down]: [string, string], values: Record<string, string | number>) =>
    before && (change === 0 ? texts.unchanged : fill(change > 0 ? up : down, values));

  return [
    {
      title: texts.milestones,
      figure: now.milestonesPercent === undefined ? '–' : `${now.milestonesPercent}%`,
      note: describe(points, [texts.pointsUp, texts.pointsDown], { n: Math.abs(points) }),
      change: points,
    },
    {
      title: texts.delay,
      figure: formatLakh(now.delayCostLakh),
      note: describe(delay, [texts.delayUp, texts.delayDown], { amount: formatLakh(Math.abs(delay)) }),
      change: -delay,
    },
    ...(lowest
      ? [
          {
            title: fill(texts.lowestCash, { n: cash.length }),
            figure: formatLakh(lowest.balanceLakh),
            note: fill(lowest.balanceLakh < floorLakh ? texts.belowFloor : texts.aboveFloor, { n: lowest.number }),
            change: lowest.balanceLakh < floorLakh ? -1 : 1,
          },
        ]
      : []),
    {
      title: texts.decisions,
      figure: String(now.decisions),
      note: now.decisions === 0 ? texts.noDecisions : fill(texts.oldest, { n: now.oldestDecisionDays }),
    },
  ];
}

import { type Board, type ProjectState, stageCount } from '../../dashboard/board.ts';
import { formatStatus } from '../../dashboard/tables.ts';
import { fill, formatLakh } from '../../text/format.ts';

/** Four dots, woven as far as the project has come. */
export function Stage({ stage, board }: { stage: number; board: Pick<Board, 'texts' | 'drawings'> }) {
  const done = Math.min(Math.round(stage), stageCount);
  return (
    <>
      <span className="visually-hidden">{fill(board.texts.stageCount, { n: done, m: stageCount })}</span>
      <svg viewBox="0 0 80 20" fill="none" strokeLinecap="round" aria-hidden="true">
        <use href={`${board.drawings}#stage-${done}`} />
      </svg>
    </>
  );
}

export function Status({ board, project }: { board: Board; project: ProjectState }) {
  return <span className={`status ${project.status}`}>{formatStatus(board, project)}</span>;
}

/** Money, or a dash where nothing is lost. */
export function formatCost(lakh: number): string {
  return lakh > 0 ? formatLakh(lakh) : '–';
}

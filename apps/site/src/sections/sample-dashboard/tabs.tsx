import { fill, formatDay, formatLakh } from '../../text/format.ts';
import {
  type Board,
  type BoardFilter,
  formatStatus,
  listProjects,
  listRoles,
  type ProjectState,
  stageCount,
  sumProjects,
} from './board.ts';
import { BoardTable } from './board-table.tsx';
import { ChartView, createBurnUp, createCashBars } from './charts.tsx';
import { CountingDelay, DelaySoFar } from './delay-so-far.tsx';

export interface TabProps {
  board: Board;
  choice: BoardFilter;
  /** Whether charts are shown as tables. */
  isTables: boolean;
  /** Undefined in the server's markup, which has no controls. */
  rows?: OpenRows;
}

/** The project whose reason is open, at most one: the height of the table stays nearly the same. */
export interface OpenRows {
  open: string | undefined;
  toggle: (project: string) => void;
}

/** Every project in one line, with the reason below where one is late, and the two charts. */
export function PortfolioTab({ board, choice, isTables, rows }: TabProps) {
  const { columns, texts } = board;
  const projects = listProjects(board, choice);
  const { delayCostLakh, needDecision } = sumProjects(projects);
  const decisions = fill(texts.needDecision, { n: needDecision, m: projects.length });

  return (
    <div className="board-body">
      <BoardTable
        className="board-rows"
        caption={board.tabs[0] ?? ''}
        columns={[
          [columns.project],
          [columns.owner, 'owner'],
          [columns.stage, 'stage'],
          [columns.due, 'due'],
          [columns.status, 'state'],
          [columns.delayCost, 'cost'],
        ]}
        rows={projects.map((project) => ({
          key: project.name,
          cells: [
            project.name,
            project.owner,
            <Stage stage={project.stage} board={board} />,
            <time dateTime={project.due}>{formatDay(project.due)}</time>,
            <Status board={board} project={project} />,
            formatCost(project.delayCostLakh),
          ],
          ...createReason(board, project, rows),
        }))}
        foot={[choice.unit || texts.allUnits, '', '', '', decisions, formatCost(delayCostLakh)]}
      />
      <div className="board-chart">
        <ChartView chart={createBurnUp(board, choice)} isTable={isTables} isLive={!!rows} />
        <ChartView chart={createCashBars(board, choice)} isTable={isTables} isLive={!!rows} />
      </div>
    </div>
  );
}

/** Returns the line below a project that is late: the reason, and what the delay has cost so far. */
function createReason(board: Board, project: ProjectState, rows: OpenRows | undefined) {
  const { name, reason, status, daysLate } = project;
  const isOpen = !rows || rows.open === name;
  return {
    isOpen,
    onToggle: rows && (() => rows.toggle(name)),
    note: reason && (
      <p className={status}>
        {reason}{' '}
        {status === 'late' &&
          daysLate > 0 &&
          (rows ? (
            <CountingDelay board={board} project={project} isCounting={isOpen} />
          ) : (
            <DelaySoFar board={board} project={project} />
          ))}
      </p>
    ),
  };
}

/** The stages of each project by name, its milestones and decisions. The costliest delay comes first. */
export function ProjectsTab({ board, choice, rows }: TabProps) {
  const { columns, texts } = board;
  const projects = listProjects(board, choice).toSorted((one, other) => other.delayCostLakh - one.delayCostLakh);
  const stages = texts.stages.slice(0, stageCount);

  return (
    <BoardTable
      className="board-rows board-projects"
      caption={board.tabs[1] ?? ''}
      columns={[
        [columns.project],
        [columns.unit, 'unit'],
        [columns.stage, 'stage'],
        [columns.status, 'state'],
        [texts.milestones, 'due'],
        [texts.decisions, 'due'],
        [columns.delayCost, 'cost'],
      ]}
      rows={projects.map((project) => ({
        key: project.name,
        cells: [
          project.name,
          project.unit,
          <>
            <Stage stage={project.stage} board={board} />
            <span className="stage-name" aria-hidden="true">
              {stages[Math.ceil(project.stage) - 1]}
            </span>
            <ol className="visually-hidden">
              {stages.map((stage, index) => (
                <li key={stage}>{`${stage}: ${index < project.stage ? texts.stageDone : texts.stageOpen}`}</li>
              ))}
            </ol>
          </>,
          <Status board={board} project={project} />,
          fill(texts.ofMany, { n: project.milestonesMet, m: project.milestonesDue }),
          project.decisions,
          formatCost(project.delayCostLakh),
        ],
        ...createReason(board, project, rows),
      }))}
    />
  );
}

/** Planned hours of each role against a full week, and the decisions that wait for it. */
export function PeopleTab({ board, choice, isTables }: TabProps) {
  const { columns, texts } = board;
  const roles = listRoles(board, choice);
  const longest = Math.max(...roles.map(({ plannedHours, availableHours }) => Math.max(plannedHours, availableHours)));

  return (
    <BoardTable
      className="board-rows board-people"
      caption={board.tabs[2] ?? ''}
      columns={[
        [columns.owner],
        [columns.project, 'owner'],
        [texts.load, 'load'],
        [columns.status],
        [texts.decisions, 'cost'],
      ]}
      rows={roles.map(({ role, projects, plannedHours, availableHours, hoursTooMany, decisions }) => ({
        key: role,
        cells: [
          role,
          projects.join(', ') || '–',
          <>
            {fill(texts.hours, { n: plannedHours, m: availableHours })}
            {!isTables && (
              <svg viewBox={`0 0 ${longest} 4`} preserveAspectRatio="none" aria-hidden="true">
                <rect width={availableHours} height="4" className="track" />
                <rect width={Math.min(plannedHours, availableHours)} height="4" className="bar" />
                <rect x={availableHours} width={hoursTooMany} height="4" className="bar late" />
              </svg>
            )}
          </>,
          <span className={`status ${hoursTooMany > 0 ? 'late' : 'track'}`}>
            {hoursTooMany > 0 ? fill(texts.overloaded, { n: hoursTooMany }) : texts.withinHours}
          </span>,
          <>
            <span className="cell-label">{`${texts.decisions}: `}</span>
            {decisions}
          </>,
        ],
      }))}
    />
  );
}

/** Thirteen weeks of cash as a chart with its table, or as the table alone. */
export function CashTab({ board, choice, isTables, rows }: TabProps) {
  const chart = createCashBars(board, choice);
  return (
    <div className="board-cash">
      {!isTables && <ChartView chart={chart} isTable={false} isLive={!!rows} />}
      <ChartView chart={chart} isTable isPlain={!isTables} />
    </div>
  );
}

/** Four dots, woven as far as the project has come. */
function Stage({ stage, board }: { stage: number; board: Board }) {
  const done = Math.min(Math.round(stage), stageCount);
  return (
    <>
      <span className="visually-hidden">{fill(board.texts.stageCount, { n: done, m: stageCount })}</span>
      <svg viewBox="0 0 80 20" fill="none" strokeLinecap="round" aria-hidden="true">
        <use href={`${board.drawings}#art-stage-${done}`} />
      </svg>
    </>
  );
}

function Status({ board, project }: { board: Board; project: ProjectState }) {
  return <span className={`status ${project.status}`}>{formatStatus(board, project)}</span>;
}

/** Money, or a dash where nothing is lost. */
function formatCost(lakh: number): string {
  return lakh > 0 ? formatLakh(lakh) : '–';
}

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

interface TabProps {
  board: Board;
  choice: BoardFilter;
  /** Whether charts are shown as tables. */
  isTables: boolean;
}

/** Every project in one line, with the reason below where one is late, and the two charts. */
export function PortfolioTab({ board, choice, isTables }: TabProps) {
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
          note: project.reason && <p className={project.status}>{project.reason}</p>,
        }))}
        foot={[choice.unit || texts.allUnits, '', '', '', decisions, formatCost(delayCostLakh)]}
      />
      <div className="board-chart">
        <ChartView chart={createBurnUp(board, choice)} isTable={isTables} />
        <ChartView chart={createCashBars(board, choice)} isTable={isTables} />
      </div>
    </div>
  );
}

/** Each project by itself: its stages by name, its milestones, what it waits for. The costliest delay comes first. */
export function ProjectsTab({ board, choice }: TabProps) {
  const { columns, texts } = board;
  const projects = listProjects(board, choice).toSorted((one, other) => other.delayCostLakh - one.delayCostLakh);
  const listFacts = (project: ProjectState) => [
    [columns.owner, project.owner],
    [columns.due, formatDay(project.due)],
    [texts.milestones, fill(texts.ofMany, { n: project.milestonesMet, m: project.milestonesDue })],
    [texts.decisions, project.decisions],
    [columns.delayCost, formatCost(project.delayCostLakh)],
  ];

  return (
    <ul className="board-cards">
      {projects.map((project) => (
        <li key={project.name}>
          <h4>{project.name}</h4>
          <p>
            <Status board={board} project={project} />
          </p>
          <div className="stages">
            <Stage stage={project.stage} board={board} />
            <ol>
              {texts.stages.slice(0, stageCount).map((stage, index) => (
                <li key={stage} className={index < project.stage ? 'done' : undefined}>
                  {stage}
                  <span className="visually-hidden">{` ${index < project.stage ? texts.stageDone : texts.stageOpen}`}</span>
                </li>
              ))}
            </ol>
          </div>
          <dl>
            {listFacts(project).map(([title, text]) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          {project.reason && <p className={`why ${project.status}`}>{project.reason}</p>}
        </li>
      ))}
    </ul>
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
export function CashTab({ board, choice, isTables }: TabProps) {
  const chart = createCashBars(board, choice);
  return (
    <div className="board-cash">
      {!isTables && <ChartView chart={chart} isTable={false} />}
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
        <use href={`${board.drawings}#stage-${done}`} />
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

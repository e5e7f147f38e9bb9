import { Fragment } from 'react';
import { listProjects, sumProjects } from '../../dashboard/board.ts';
import { fill, formatDay } from '../../text/format.ts';
import { BurnUp } from './burn-up.tsx';
import { CashBars } from './cash-bars.tsx';
import { formatCost, Stage, Status } from './project-cells.tsx';
import type { TabProps } from './tab-props.ts';

/** Every project in one line, with the reason below where one is late, and the two charts. */
export function PortfolioTab({ board, choice, isTables }: TabProps) {
  const { columns, texts } = board;
  const projects = listProjects(board, choice);
  const { delayCostLakh, needDecision } = sumProjects(projects);

  return (
    <div className="board-body">
      <table>
        <caption className="visually-hidden">{board.tabs[0]}</caption>
        <thead>
          <tr>
            <th scope="col">{columns.project}</th>
            <th scope="col" className="owner">
              {columns.owner}
            </th>
            <th scope="col">{columns.stage}</th>
            <th scope="col" className="due">
              {columns.due}
            </th>
            <th scope="col">{columns.status}</th>
            <th scope="col">{columns.delayCost}</th>
          </tr>
        </thead>
        <tbody>
          {projects.map((project) => (
            <Fragment key={project.name}>
              <tr>
                <th scope="row">{project.name}</th>
                <td className="owner">{project.owner}</td>
                <td className="stage">
                  <Stage stage={project.stage} board={board} />
                </td>
                <td className="due">
                  <time dateTime={project.due}>{formatDay(project.due)}</time>
                </td>
                <td>
                  <Status board={board} project={project} />
                </td>
                <td className="cost">{formatCost(project.delayCostLakh)}</td>
              </tr>
              {project.reason && (
                <tr className="reason">
                  <td colSpan={6}>
                    <p className={project.status}>{project.reason}</p>
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{choice.unit || texts.allUnits}</th>
            <td className="owner" />
            <td className="stage" />
            <td className="due" />
            <td className="decisions">{fill(texts.needDecision, { n: needDecision, m: projects.length })}</td>
            <td className="cost">{formatCost(delayCostLakh)}</td>
          </tr>
        </tfoot>
      </table>
      <div className="board-chart">
        <BurnUp board={board} choice={choice} isTables={isTables} />
        <CashBars board={board} choice={choice} isTables={isTables} />
      </div>
    </div>
  );
}

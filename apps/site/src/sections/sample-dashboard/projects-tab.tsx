import { listProjects, stageCount } from '../../dashboard/board.ts';
import { fill, formatDay } from '../../text/format.ts';
import { formatCost, Stage, Status } from './project-cells.tsx';
import type { TabProps } from './tab-props.ts';

/** Each project by itself: its stages by name, its milestones, what it waits for. The costliest delay comes first. */
export function ProjectsTab({ board, choice }: TabProps) {
  const { columns, texts } = board;
  const projects = listProjects(board, choice).toSorted((one, other) => other.delayCostLakh - one.delayCostLakh);

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
            <Fact title={columns.owner} text={project.owner} />
            <Fact title={columns.due} text={formatDay(project.due)} />
            <Fact
              title={texts.milestones}
              text={fill(texts.ofMany, { n: project.milestonesMet, m: project.milestonesDue })}
            />
            <Fact title={texts.decisions} text={String(project.decisions)} />
            <Fact title={columns.delayCost} text={formatCost(project.delayCostLakh)} />
          </dl>
          {project.reason && <p className={`why ${project.status}`}>{project.reason}</p>}
        </li>
      ))}
    </ul>
  );
}

function Fact({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{text}</dd>
    </div>
  );
}

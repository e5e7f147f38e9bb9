import { type Board, getBurnUp } from '../../dashboard/board.ts';
import { fill, formatDay } from '../../text/format.ts';
import { ChartTable } from './chart-table.tsx';
import type { TabProps } from './tab-props.ts';

const left = 32;
const right = 318;
const baseline = 200;
const top = 20;

/** Tasks done against scope. Weeks after the chosen one are the plan and are drawn in dots. */
export function BurnUp({ board, choice, isTables }: TabProps) {
  const { charts, texts } = board;
  const { weeks, unit } = getBurnUp(board, choice.unit);
  const { length } = weeks;
  if (length < 2) return null;
  const note = fill(charts.burnUpNote, { n: length, unit: unit || lowerFirst(texts.allUnits) });
  const doneWeeks = weeks.filter(({ startsOn }) => startsOn <= choice.week).length;

  return (
    <div className="chart">
      <h4>{charts.burnUp}</h4>
      <p>{note}</p>
      {isTables ? (
        <ChartTable
          caption={charts.burnUp}
          columns={[texts.week, charts.scope, charts.done]}
          rows={weeks.map(({ startsOn, scope, done }, index) => ({
            key: startsOn,
            cells: [
              `${index + 1}. ${formatDay(startsOn)}`,
              scope,
              index < doneWeeks ? done : `${done} (${charts.planned})`,
            ],
          }))}
        />
      ) : (
        <Lines charts={charts} burnUp={weeks} doneWeeks={doneWeeks} />
      )}
    </div>
  );
}

const lowerFirst = (texts: string) => texts.charAt(0).toLowerCase() + texts.slice(1);

interface LinesProps {
  charts: Board['charts'];
  burnUp: { startsOn: string; scope: number; done: number }[];
  doneWeeks: number;
}

function Lines({ charts, burnUp, doneWeeks }: LinesProps) {
  const last = burnUp.length - 1;
  const highest = Math.max(...burnUp.map(({ scope, done }) => Math.max(scope, done)), 1);
  const x = (index: number) => Math.round(left + (index / last) * (right - left));
  const y = (tasks: number) => Math.round(baseline - (tasks / highest) * (baseline - top));
  const line = (values: number[], from = 0) =>
    values.map((value, index) => `${index === 0 ? 'M' : 'L'}${x(from + index)} ${y(value)}`).join('');
  const done = burnUp.slice(0, doneWeeks).map((week) => week.done);
  const current = done.at(-1) ?? 0;
  const currentX = x(Math.max(doneWeeks - 1, 0));
  const planned = burnUp.slice(Math.max(doneWeeks - 1, 0)).map((week) => week.done);
  const scope = burnUp.at(-1)?.scope ?? 0;
  const gridStep = highest > 60 ? 50 : 10;
  const grid = Array.from({ length: Math.floor(highest / gridStep) + 1 }, (_, index) => index * gridStep);
  const scopeText = fill(charts.scopeMark, { n: scope });
  const doneText = fill(charts.doneMark, { n: current });

  return (
    <svg viewBox="0 0 325 222" role="img" aria-label={`${charts.burnUp}. ${scopeText}, ${doneText}`}>
      <path d={grid.map((tasks) => `M${left} ${y(tasks)}H${right}`).join('')} className="grid" />
      {grid.map((tasks) => (
        <text key={tasks} x={0} y={y(tasks) + 4} className="start">
          {tasks}
        </text>
      ))}
      {done.length > 1 && (
        <>
          <path d={`${line(done)}V${baseline}H${left}z`} className="area" />
          <path d={line(done)} className="line" />
        </>
      )}
      <path d={line(planned, Math.max(doneWeeks - 1, 0))} className="plan" />
      <path d={line(burnUp.map((week) => week.scope))} className="scope" />
      <circle cx={currentX} cy={y(current)} r={6} className="now" />
      <text x={currentX - 4} y={y(current) - 12} className="strong end">
        {doneText}
      </text>
      <text x={right} y={12} className="end">
        {scopeText}
      </text>
      {burnUp.map(({ startsOn }, index) =>
        index % 3 === 0 || index === last ? (
          <text key={startsOn} x={x(index)} y={baseline + 18}>
            {fill(charts.weekMark, { n: index + 1 })}
          </text>
        ) : null,
      )}
    </svg>
  );
}

import { fill, formatDay, formatLakh } from '../../text/format.ts';
import {
  type Board,
  type BoardFilter,
  findLowestWeek,
  formatDistanceToFloor,
  getBurnUp,
  listCashWeeks,
} from './board.ts';
import { BoardTable } from './board-table.tsx';
import { type ChartPoints, getSliderStyle, useChartValues } from './chart-values.tsx';

/** The lines of a chart, and the same figures as a table. */
interface Chart {
  title: string;
  note: string;
  /** Text for screen readers. */
  summary: string;
  width: number;
  /** Path data by class, from back to front. */
  paths: Record<string, string>;
  texts: { x: number; y: number; text: string | number; className?: string }[];
  columns: string[];
  rows: { cells: [string, string | number, string | number]; isLow?: boolean }[];
  values: ChartPoints;
}

const height = 166;
const baseline = 146;
const labelLine = 163;

interface ChartViewProps {
  chart: Chart;
  isTable: boolean;
  /** Without heading and note, beside the chart that has them. */
  isPlain?: boolean;
  /** Whether the visitor can choose a week, to see its values. */
  isLive?: boolean;
}

/** A chart, or its figures as a table for those who would rather read them. */
export function ChartView({ chart, ...props }: Omit<ChartViewProps, 'chart'> & { chart: Chart | undefined }) {
  return chart && <ShownChart chart={chart} {...props} />;
}

function ShownChart({ chart, isTable, isPlain, isLive }: ChartViewProps) {
  const { title, note, summary, width, paths, texts, columns, rows, values } = chart;
  const { shown, slider } = useChartValues(values);
  return (
    <div className="chart">
      {!isPlain && (
        <>
          <h4>{title}</h4>
          <p className="chart-note">
            {isLive ? <span className={shown && 'covered'}>{note}</span> : note}
            {shown && <b>{shown.value}</b>}
          </p>
        </>
      )}
      {isTable ? (
        <BoardTable
          className="chart-table"
          caption={title}
          columns={columns.map((column) => [column])}
          rows={rows.map(({ cells, isLow }) => ({ key: cells[0], cells, className: isLow ? 'down' : undefined }))}
        />
      ) : (
        <div className="plot">
          <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={summary}>
            {Object.entries(paths).map(([className, d]) => (
              <path key={className} d={d} className={className} />
            ))}
            {shown && <path d={`M${shown.x} ${baseline}V${shown.y}`} className="chosen" />}
            {texts.map(({ x, y, text, className }) => (
              <text key={`${x} ${y}`} x={x} y={y} className={className}>
                {text}
              </text>
            ))}
            {shown?.mark !== undefined && (
              <text x={shown.x} y={shown.y - 8} className="strong">
                {shown.mark}
              </text>
            )}
          </svg>
          {isLive && (
            <div className="points" style={getSliderStyle(values, width)}>
              <input type="range" aria-label={title} {...slider} />
            </div>
          )}
        </div>
      )}
    </div>
  );
}

/** Returns tasks done against scope. Weeks after the chosen one are the plan and are drawn in dots. */
export function createBurnUp(board: Board, choice: BoardFilter): Chart | undefined {
  const { charts, texts } = board;
  const { weeks, unit } = getBurnUp(board, choice.unit);
  const { length } = weeks;
  if (length < 2) return undefined;
  const [left, right, top] = [32, 318, 20];
  const doneWeeks = weeks.filter(({ startsOn }) => startsOn <= choice.week).length;
  const current = Math.max(doneWeeks - 1, 0);
  const currentTasks = doneWeeks > 0 ? (weeks[current]?.done ?? 0) : 0;
  const highest = Math.max(...weeks.map(({ scope, done }) => Math.max(scope, done)), 1);
  const x = (index: number) => Math.round(left + (index / (length - 1)) * (right - left));
  const y = (tasks: number) => Math.round(baseline - (tasks / highest) * (baseline - top));
  const line = (values: number[], from = 0) =>
    values.map((value, index) => `${index === 0 ? 'M' : 'L'}${x(from + index)} ${y(value)}`).join('');
  const done = weeks.slice(0, doneWeeks).map((week) => week.done);
  const doneLine = done.length > 1 ? line(done) : '';
  const gridStep = highest > 60 ? 50 : 10;
  const grid = Array.from({ length: Math.floor(highest / gridStep) + 1 }, (_, index) => index * gridStep);
  const scopeText = fill(charts.scopeMark, { n: weeks.at(-1)?.scope ?? 0 });
  const doneText = fill(charts.doneMark, { n: currentTasks });

  return {
    title: charts.burnUp,
    note: fill(charts.burnUpNote, { n: length, unit: unit || lowerFirst(texts.allUnits) }),
    summary: `${charts.burnUp}. ${scopeText}, ${doneText}`,
    width: 325,
    paths: {
      grid: grid.map((tasks) => `M${left} ${y(tasks)}H${right}`).join(''),
      area: doneLine && `${doneLine}V${baseline}H${left}z`,
      line: doneLine,
      plan: line(
        weeks.slice(current).map((week) => week.done),
        current,
      ),
      scope: line(weeks.map((week) => week.scope)),
      now: `M${x(current)} ${y(currentTasks)}h0`,
    },
    texts: [
      ...grid.map((tasks) => ({ x: 0, y: y(tasks) + 4, text: tasks, className: 'start' })),
      { x: x(current) - 4, y: y(currentTasks) - 12, text: doneText, className: 'strong end' },
      { x: right, y: 12, text: scopeText, className: 'end' },
      ...weeks.flatMap((_, index) =>
        index % 3 === 0 || index === length - 1
          ? [{ x: x(index), y: labelLine, text: fill(charts.weekMark, { n: index + 1 }) }]
          : [],
      ),
    ],
    columns: [texts.week, charts.scope, charts.done],
    rows: weeks.map((week, index) => ({
      cells: [formatWeek(week, index), week.scope, index < doneWeeks ? week.done : `${week.done} (${charts.planned})`],
    })),
    values: {
      left: left - (right - left) / (length - 1) / 2,
      right: right + (right - left) / (length - 1) / 2,
      initial: current,
      points: weeks.map((week, index) => {
        const text = index < doneWeeks ? fill(charts.doneMark, { n: week.done }) : `${charts.planned} ${week.done}`;
        const scope = fill(charts.scopeMark, { n: week.scope });
        return { x: x(index), y: y(week.done), value: `${formatDay(week.startsOn)}: ${text}, ${lowerFirst(scope)}` };
      }),
    },
  };
}

/** Returns the closing balance of each week. The lowest one carries its figure; the dashes are the floor. */
export function createCashBars(board: Board, choice: BoardFilter): Chart | undefined {
  const { charts, texts, floorLakh } = board;
  const weeks = listCashWeeks(board, choice.week);
  const lowest = findLowestWeek(weeks);
  if (!lowest) return undefined;
  const [step, barWidth, top] = [25, 17, 22];
  const width = weeks.length * step;
  const title = fill(charts.cash, { n: weeks.length });
  const lowestWeek = fill(texts.weekOf, { date: formatDay(weeks[lowest.number - 1]?.startsOn ?? '') });
  const highest = Math.max(floorLakh, ...weeks.map(({ balanceLakh }) => balanceLakh), 1);
  const toHeight = (lakh: number) => Math.round((lakh / highest) * (baseline - top));
  const getMiddle = (index: number) => index * step + Math.floor(barWidth / 2);
  const drawBars = (isShown: (lakh: number) => boolean) =>
    weeks
      .map(({ balanceLakh: lakh }, index) =>
        isShown(lakh) ? `M${index * step} ${baseline}v-${toHeight(lakh)}h${barWidth}v${toHeight(lakh)}` : '',
      )
      .join('');

  return {
    title,
    note: fill(charts.cashNote, { floor: floorLakh }),
    summary: `${title}. ${lowestWeek}: ${formatLakh(lowest.balanceLakh)}, ${formatDistanceToFloor(board, lowest.balanceLakh)}`,
    width,
    paths: {
      bar: drawBars((lakh) => lakh >= floorLakh),
      'bar late': drawBars((lakh) => lakh < floorLakh),
      floor: `M0 ${baseline - toHeight(floorLakh)}H${width - 6}`,
    },
    texts: [
      ...weeks.flatMap((_, index) => (index % 2 === 0 ? [{ x: getMiddle(index), y: labelLine, text: index + 1 }] : [])),
      {
        x: getMiddle(lowest.number - 1),
        y: baseline - toHeight(Math.max(lowest.balanceLakh, floorLakh)) - 8,
        text: lowest.balanceLakh,
        className: 'strong',
      },
    ],
    columns: [texts.week, charts.balance, charts.againstFloor],
    rows: weeks.map((week, index) => ({
      cells: [formatWeek(week, index), week.balanceLakh, formatDistanceToFloor(board, week.balanceLakh)],
      isLow: week.balanceLakh < floorLakh,
    })),
    values: {
      left: (barWidth - step) / 2,
      right: width + (barWidth - step) / 2,
      initial: lowest.number - 1,
      points: weeks.map(({ startsOn, balanceLakh }, index) => ({
        x: getMiddle(index),
        y: baseline - toHeight(balanceLakh),
        value: `${formatDay(startsOn)}: ${formatLakh(balanceLakh, 2)}, ${formatDistanceToFloor(board, balanceLakh)}`,
        ...(index !== lowest.number - 1 && { mark: balanceLakh }),
      })),
    },
  };
}

const formatWeek = ({ startsOn }: { startsOn: string }, index: number) => `${index + 1}. ${formatDay(startsOn)}`;

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

import { findLowestWeek, listCashWeeks } from '../../dashboard/board.ts';
import { formatDistanceToFloor } from '../../dashboard/tables.ts';
import { fill, formatDay, formatLakh } from '../../text/format.ts';
import { ChartTable } from './chart-table.tsx';
import type { TabProps } from './tab-props.ts';

const step = 25;
const barWidth = 17;
const baseline = 200;
const topMargin = 22;

interface CashBarsProps extends TabProps {
  /** Without heading and caption, beside the chart that has them. */
  isPlain?: boolean;
}

/** Closing balance of each week. The lowest one carries its figure; the dashes are the floor. */
export function CashBars({ board, choice, isTables, isPlain }: CashBarsProps) {
  const { charts, texts, floorLakh } = board;
  const weeks = listCashWeeks(board, choice.week);
  const lowest = findLowestWeek(weeks);
  if (!lowest) return null;
  const title = fill(charts.cash, { n: weeks.length });
  const highest = Math.max(floorLakh, ...weeks.map(({ balanceLakh }) => balanceLakh), 1);
  const toHeight = (lakh: number) => Math.round((lakh / highest) * (baseline - topMargin));
  const getMiddle = (index: number) => index * step + Math.floor(barWidth / 2);
  const drawBars = (isShown: (lakh: number) => boolean) =>
    weeks
      .map(({ balanceLakh }, index) =>
        isShown(balanceLakh)
          ? `M${index * step} ${baseline}v-${toHeight(balanceLakh)}h${barWidth}v${toHeight(balanceLakh)}`
          : '',
      )
      .join('');
  const summary = `${title}. ${fill(texts.weekOf, { date: formatDay(weeks[lowest.number - 1]?.startsOn ?? '') })}: ${formatLakh(lowest.balanceLakh)}, ${formatDistanceToFloor(board, lowest.balanceLakh)}`;

  return (
    <div className="chart">
      {!isPlain && (
        <>
          <h4>{title}</h4>
          <p>{fill(charts.cashNote, { floor: floorLakh })}</p>
        </>
      )}
      {isTables ? (
        <ChartTable
          caption={title}
          columns={[texts.week, charts.balance, charts.againstFloor]}
          rows={weeks.map(({ startsOn, balanceLakh }, index) => ({
            key: startsOn,
            cells: [`${index + 1}. ${formatDay(startsOn)}`, balanceLakh, formatDistanceToFloor(board, balanceLakh)],
            tone: balanceLakh < floorLakh ? 'down' : undefined,
          }))}
        />
      ) : (
        <svg viewBox={`0 0 ${weeks.length * step} 222`} role="img" aria-label={summary}>
          <path d={drawBars((lakh) => lakh >= floorLakh)} className="bar" />
          <path d={drawBars((lakh) => lakh < floorLakh)} className="bar late" />
          {weeks.map(({ startsOn }, index) =>
            index % 2 === 0 ? (
              <text key={startsOn} x={getMiddle(index)} y={baseline + 18}>
                {index + 1}
              </text>
            ) : null,
          )}
          <text
            x={getMiddle(lowest.number - 1)}
            y={baseline - toHeight(Math.max(lowest.balanceLakh, floorLakh)) - 8}
            className="strong"
          >
            {lowest.balanceLakh}
          </text>
          <path d={`M0 ${baseline - toHeight(floorLakh)}H${weeks.length * step - 6}`} className="floor" />
        </svg>
      )}
    </div>
  );
}

/** Thirteen weeks of cash as a chart with its table, or as the table alone. */
export function CashTab(props: TabProps) {
  return (
    <div className="board-cash">
      {!props.isTables && <CashBars {...props} />}
      <CashBars {...props} isTables isPlain={!props.isTables} />
    </div>
  );
}

import { findLowestWeek, listCashWeeks, listProjects, sumPreviousWeek, sumProjects } from '../../dashboard/board.ts';
import { fill, formatLakh } from '../../text/format.ts';
import type { TabProps } from './tab-props.ts';

type Tone = 'up' | 'down' | undefined;

/** Four figures of the chosen unit and week, each beside what it was or means. */
export function KpiRow({ board, choice }: Omit<TabProps, 'isTables'>) {
  const { words, floorLakh } = board;
  const now = sumProjects(listProjects(board, choice));
  const before = sumPreviousWeek(board, choice);
  const cash = listCashWeeks(board, choice.week);
  const lowest = findLowestWeek(cash);
  const [points, pointsTone] = change((now.milestonesPercent ?? 0) - (before?.milestonesPercent ?? 0));
  const delay = Math.round((now.delayCostLakh - (before?.delayCostLakh ?? 0)) * 10) / 10;
  const delayText = delay > 0 ? words.delayUp : words.delayDown;

  return (
    <dl className="board-counts">
      <Kpi
        title={words.milestones}
        figure={now.milestonesPercent === undefined ? '–' : `${now.milestonesPercent}%`}
        note={
          before &&
          (points === 0
            ? words.unchanged
            : fill(points > 0 ? words.pointsUp : words.pointsDown, { n: Math.abs(points) }))
        }
        tone={pointsTone}
      />
      <Kpi
        title={words.delay}
        figure={formatLakh(now.delayCostLakh)}
        note={before && (delay === 0 ? words.unchanged : fill(delayText, { amount: formatLakh(Math.abs(delay)) }))}
        tone={change(-delay)[1]}
      />
      {lowest && (
        <Kpi
          title={fill(words.lowestCash, { n: cash.length })}
          figure={formatLakh(lowest.balanceLakh)}
          note={fill(lowest.balanceLakh < floorLakh ? words.belowFloor : words.aboveFloor, { n: lowest.number })}
          tone={lowest.balanceLakh < floorLakh ? 'down' : 'up'}
        />
      )}
      <Kpi
        title={words.decisions}
        figure={String(now.decisions)}
        note={now.decisions === 0 ? words.noDecisions : fill(words.oldest, { n: now.oldestDecisionDays })}
      />
    </dl>
  );
}

function change(difference: number): [difference: number, tone: Tone] {
  return [difference, difference === 0 ? undefined : difference > 0 ? 'up' : 'down'];
}

interface KpiProps {
  title: string;
  figure: string;
  note: string | undefined;
  tone?: Tone;
}

function Kpi({ title, figure, note, tone }: KpiProps) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <b>{figure}</b>
        <span className={tone}>{note}</span>
      </dd>
    </div>
  );
}

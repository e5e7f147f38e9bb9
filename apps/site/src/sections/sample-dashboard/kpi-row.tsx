import { findLowestWeek, listCashWeeks, listProjects, sumPreviousWeek, sumProjects } from '../../dashboard/board.ts';
import { fill, formatLakh } from '../../text/format.ts';
import type { TabProps } from './tab-props.ts';

type Tone = 'up' | 'down' | undefined;

/** Four figures of the chosen unit and week, each beside what it was or means. */
export function KpiRow({ board, choice }: Omit<TabProps, 'isTables'>) {
  const { texts, floorLakh } = board;
  const now = sumProjects(listProjects(board, choice));
  const before = sumPreviousWeek(board, choice);
  const cash = listCashWeeks(board, choice.week);
  const lowest = findLowestWeek(cash);
  const [points, pointsTone] = change((now.milestonesPercent ?? 0) - (before?.milestonesPercent ?? 0));
  const delay = Math.round((now.delayCostLakh - (before?.delayCostLakh ?? 0)) * 10) / 10;
  const delayText = delay > 0 ? texts.delayUp : texts.delayDown;

  return (
    <dl className="board-counts">
      <Kpi
        title={texts.milestones}
        figure={now.milestonesPercent === undefined ? '–' : `${now.milestonesPercent}%`}
        note={
          before &&
          (points === 0
            ? texts.unchanged
            : fill(points > 0 ? texts.pointsUp : texts.pointsDown, { n: Math.abs(points) }))
        }
        tone={pointsTone}
      />
      <Kpi
        title={texts.delay}
        figure={formatLakh(now.delayCostLakh)}
        note={before && (delay === 0 ? texts.unchanged : fill(delayText, { amount: formatLakh(Math.abs(delay)) }))}
        tone={change(-delay)[1]}
      />
      {lowest && (
        <Kpi
          title={fill(texts.lowestCash, { n: cash.length })}
          figure={formatLakh(lowest.balanceLakh)}
          note={fill(lowest.balanceLakh < floorLakh ? texts.belowFloor : texts.aboveFloor, { n: lowest.number })}
          tone={lowest.balanceLakh < floorLakh ? 'down' : 'up'}
        />
      )}
      <Kpi
        title={texts.decisions}
        figure={String(now.decisions)}
        note={now.decisions === 0 ? texts.noDecisions : fill(texts.oldest, { n: now.oldestDecisionDays })}
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

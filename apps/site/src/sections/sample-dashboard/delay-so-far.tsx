import { useEffect, useState } from 'react';
import { fill, formatLakh } from '../../text/format.ts';
import { type Board, getDelayCost, type ProjectState } from './board.ts';

const countMs = 1800;
const stepMs = 160;

interface DelaySoFarProps {
  board: Pick<Board, 'texts'>;
  project: ProjectState;
}

/** The cost of a late project since its due day, with the way it is counted. */
export function DelaySoFar({ board, project, days = project.daysLate }: DelaySoFarProps & { days?: number }) {
  const { delaySoFar, delayNote } = board.texts;
  return (
    <>
      <b>{fill(delaySoFar, { n: days, amount: formatLakh(getDelayCost(project, days)) })}</b> <small>{delayNote}</small>
    </>
  );
}

/** The same, counting up by the day once `isCounting` becomes true. Screen readers get only the final value. */
export function CountingDelay({ isCounting, ...props }: DelaySoFarProps & { isCounting: boolean }) {
  const days = useCountUp(props.project.daysLate, isCounting);
  return (
    <>
      <span className="delay-so-far" aria-hidden="true">
        <DelaySoFar {...props} days={days} />
      </span>
      <span className="visually-hidden">
        <DelaySoFar {...props} />
      </span>
    </>
  );
}

function useCountUp(last: number, isCounting: boolean): number {
  const [count, setCount] = useState(last);
  useEffect(() => {
    if (!isCounting || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      setCount(last);
      return undefined;
    }
    const everyMs = Math.min(stepMs, countMs / last);
    const start = Date.now();
    setCount(1);
    const timer = setInterval(() => {
      const next = Math.min(1 + Math.floor((Date.now() - start) / everyMs), last);
      setCount(next);
      if (next === last) clearInterval(timer);
    }, everyMs);
    return () => clearInterval(timer);
  }, [last, isCounting]);
  return count;
}

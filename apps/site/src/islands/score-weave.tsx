import { useEffect, useState } from 'react';
import { dotsPath, unit } from '../art/path-data.ts';
import { centreOf, lobesPath, loopsPath, overPath, weaveDotsPath } from '../art/strands.ts';
import { cells, weave } from '../art/weave.ts';

interface ScoreWeaveProps {
  columns: number;
  rows: number;
  woven: number;
}

/**
 * `woven` dots on one thread, column by column, the rest loose. Paths are elements of their own here: the page's policy
 * refuses markup that a script would set.
 */
export function ScoreWeave({ columns, rows, woven }: ScoreWeaveProps) {
  const [settled, setSettled] = useState(woven);
  const order = (x: number, y: number) => x * rows + y;
  const loose = [...cells({ columns, rows })].filter(({ x, y }) => order(x, y) >= woven);

  // Only dots that are added join in; and where motion is off, no animation ever ends.
  useEffect(() => {
    if (woven < settled || matchMedia('(prefers-reduced-motion: reduce)').matches) setSettled(woven);
  }, [woven, settled]);

  return (
    <svg
      className="growth-strip"
      viewBox={`0 0 ${columns * unit} ${rows * unit}`}
      fill="none"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path className="loose" d={dotsPath(loose.map(({ x, y }) => centreOf(x, y)))} />
      {settled < woven && <Woven columns={columns} rows={rows} woven={settled} />}
      <g key={woven} className={settled < woven ? 'joining' : undefined} onAnimationEnd={() => setSettled(woven)}>
        <Woven columns={columns} rows={rows} woven={woven} />
      </g>
    </svg>
  );
}

function Woven({ columns, rows, woven }: ScoreWeaveProps) {
  if (woven === 0) return null;
  const figure = weave({ columns, rows, has: (x, y) => x * rows + y < woven });
  return (
    <>
      <path className="lobe" d={lobesPath(figure, () => true)} />
      <path className="thread" d={loopsPath(figure)} />
      <path className="gap" d={overPath(figure, undefined, 1.4)} />
      <path className="over" d={overPath(figure)} />
      <path className="dot" d={weaveDotsPath(figure)} />
    </>
  );
}

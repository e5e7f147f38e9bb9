import { getLooseDots, getStripViewBox, getThreadLayers } from '@threadline/artwork/strip-paths';
import { useEffect, useState } from 'react';

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

  // Only dots that are added join in; and where motion is off, no animation ever ends.
  useEffect(() => {
    if (woven < settled || matchMedia('(prefers-reduced-motion: reduce)').matches) setSettled(woven);
  }, [woven, settled]);

  return (
    <svg
      className="growth-strip"
      viewBox={getStripViewBox({ columns, rows })}
      fill="none"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path className="loose" d={getLooseDots({ columns, rows, woven })} />
      {settled < woven && <Woven columns={columns} rows={rows} woven={settled} />}
      <g key={woven} className={settled < woven ? 'joining' : undefined} onAnimationEnd={() => setSettled(woven)}>
        <Woven columns={columns} rows={rows} woven={woven} />
      </g>
    </svg>
  );
}

function Woven({ columns, rows, woven }: ScoreWeaveProps) {
  if (woven === 0) return null;
  const layers = getThreadLayers({ columns, rows, woven });
  return Object.entries(layers).map(([layer, d]) => <path key={layer} className={layer} d={d} />);
}

import { getLooseDots, getStripViewBox, getThreadLayers } from '@threadline/artwork/strip-paths';
import { useState } from 'react';

interface ScoreStripProps {
  columns: number;
  rows: number;
  woven: number;
}

/**
 * Shows `woven` dots on one thread, column by column, and the others loose. Each path is an element: the page's policy
 * forbids setting markup by script.
 */
export function ScoreStrip({ columns, rows, woven }: ScoreStripProps) {
  const [shown, setShown] = useState(woven);
  // Only added dots fade in. With reduced motion no animation runs, so none would end.
  const isInstant = woven < shown || matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (shown !== woven && isInstant) setShown(woven);

  return (
    <svg
      className="growth-strip"
      viewBox={getStripViewBox({ columns, rows })}
      fill="none"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path className="loose" d={getLooseDots({ columns, rows, woven })} />
      {shown < woven && <Thread columns={columns} rows={rows} woven={shown} />}
      <g key={woven} className={shown < woven ? 'joining' : undefined} onAnimationEnd={() => setShown(woven)}>
        <Thread columns={columns} rows={rows} woven={woven} />
      </g>
    </svg>
  );
}

function Thread({ columns, rows, woven }: ScoreStripProps) {
  if (woven === 0) return null;
  const layers = getThreadLayers({ columns, rows, woven });
  return Object.entries(layers).map(([layer, d]) => <path key={layer} className={layer} d={d} />);
}

import { type PropsWithChildren, useEffect } from 'react';
import { adoptStyles } from '../../islands/adopt-styles.ts';
import { IslandContent } from '../../islands/island-content.tsx';
import { useIslandData } from '../../islands/load-data.ts';
import { BoardView } from './board-view.tsx';
import hydratedStyles from './dashboard-hydrated.css?inline';

interface SampleDashboardProps {
  dataUrl: string;
  /** Words of the button that loads it again. */
  again: string;
}

/** Brings the sample board to life; until then, and without JavaScript, `children` is its first tab. Nothing is sent. */
export function SampleDashboard({ dataUrl, again, children }: PropsWithChildren<SampleDashboardProps>) {
  const { data, ...loading } = useIslandData(dataUrl);
  useEffect(() => adoptStyles(hydratedStyles), []);
  return (
    // `client:visible` watches this element: a slot alone has no box that could come into view.
    <div>
      <div hidden={!!data}>{children}</div>
      <IslandContent data={data} again={again} {...loading}>
        {data && <BoardView board={data.board} disclaimer={data.disclaimer} />}
      </IslandContent>
    </div>
  );
}

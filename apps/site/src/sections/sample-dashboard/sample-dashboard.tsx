import { type PropsWithChildren, useEffect } from 'react';
import { adoptStyles } from '../../islands/adopt-styles.ts';
import { IslandContent } from '../../islands/island-content.tsx';
import { useIslandData } from '../../islands/load-data.ts';
import { BoardView } from './board-view.tsx';
import hydratedStyles from './dashboard-hydrated.css?inline';

interface SampleDashboardProps {
  dataUrl: string;
  /** Label of the button that loads the data again. */
  again: string;
}

/** The interactive sample dashboard. Until the data is loaded, and without JavaScript, `children` shows its first tab. */
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

import { type PropsWithChildren, useEffect } from 'react';
import boardTabs from '../../styles/dashboard-live.css?inline';
import { adoptStyles } from '../adopt-styles.ts';
import { LivePart } from '../live-part.tsx';
import { useIslandData } from '../load-data.ts';
import { BoardView } from './board-view.tsx';

interface SampleDashboardProps {
  dataUrl: string;
  /** Words of the button that loads it again. */
  again: string;
}

/** Brings the sample board to life; until then, and without JavaScript, `children` is its first tab. Nothing is sent. */
export function SampleDashboard({ dataUrl, again, children }: PropsWithChildren<SampleDashboardProps>) {
  const { data, ...loading } = useIslandData(dataUrl);
  useEffect(() => adoptStyles(boardTabs), []);
  return (
    // `client:visible` watches this element: a slot alone has no box that could come into view.
    <div>
      <div hidden={!!data}>{children}</div>
      <LivePart data={data} again={again} {...loading}>
        {data && <BoardView board={data.board} disclaimer={data.disclaimer} />}
      </LivePart>
    </div>
  );
}

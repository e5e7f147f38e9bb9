import { type PropsWithChildren, useEffect } from 'react';
import boardTabs from '../../styles/dashboard-live.css?inline';
import { adoptStyles } from '../adopt-styles.ts';
import { useIslandData } from '../load-data.ts';
import { BoardView } from './board-view.tsx';

interface SampleDashboardProps {
  dataUrl: string;
}

/** Brings the sample board to life; until then, and without JavaScript, `children` is its first tab. Nothing is sent. */
export function SampleDashboard({ dataUrl, children }: PropsWithChildren<SampleDashboardProps>) {
  const data = useIslandData(dataUrl);
  useEffect(() => adoptStyles(boardTabs), []);
  // `client:visible` watches this element: a slot alone has no box that could come into view.
  return <div>{data ? <BoardView board={data.board} disclaimer={data.disclaimer} /> : children}</div>;
}

import type { ReactNode } from 'react';
import { Panel } from './panel.tsx';
import classes from './stat-strip.module.css';

interface StatStripProps {
  label: string;
  /** Links or boxes with a `Stat` in each. */
  children: ReactNode;
}

/** Counts side by side, most of them links to what they count. */
export function StatStrip({ label, children }: StatStripProps) {
  return (
    <Panel aria-label={label} className={classes.strip}>
      {children}
    </Panel>
  );
}

export function Stat({ label, value, note }: { label: string; value: ReactNode; note?: ReactNode }) {
  return (
    <>
      <span>{label}</span>
      <strong>{value}</strong>
      {note && <small>{note}</small>}
    </>
  );
}

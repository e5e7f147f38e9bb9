import type { ReactNode } from 'react';
import { Panel } from './panel.tsx';
import classes from './stat-strip.module.css';

interface StatStripProps {
  label: string;
  /** Shows the label as the heading, with this beside it. */
  extra?: ReactNode;
  /** Links or boxes with a `Stat` in each. */
  children: ReactNode;
}

/** Counts side by side, most of them links to what they count. */
export function StatStrip({ label, extra, children }: StatStripProps) {
  return (
    <Panel {...(extra ? { title: label, extra } : { 'aria-label': label })}>
      <div className={classes.strip}>{children}</div>
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

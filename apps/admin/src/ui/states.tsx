import { IconAlertCircle, IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { getErrorMessage, isApiError } from '../api/client.ts';
import { Button } from './button.tsx';
import { Panel } from './panel.tsx';
import classes from './states.module.css';

const skeletonAfterMs = 200;

/** A skeleton in the shape of a list, after 200 ms. */
export function SkeletonRows({ rows = 4, label = 'Loading' }: { rows?: number; label?: string }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), skeletonAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status">
      <span className="visually-hidden">{label}</span>
      {shown && (
        <Panel component="div" aria-hidden="true">
          {Array.from({ length: rows }, (_, row) => (
            <div className={classes.skeletonRow} key={row}>
              <span />
              <span />
            </div>
          ))}
        </Panel>
      )}
    </div>
  );
}

export interface LoadFailureProps {
  /** For example "The images could not be loaded." */
  heading: string;
  error: unknown;
  onRetry: () => void;
}

/** A failed read: its reason, the reference in the server's log, and a button to retry. */
export function LoadFailure({ heading, error, onRetry }: LoadFailureProps) {
  return (
    <Panel component="div" className={classes.box} role="alert">
      <IconAlertCircle size={24} aria-hidden="true" />
      <h2>{heading}</h2>
      <p>{getErrorMessage(error, 'Try again in a minute.')}</p>
      <Button onClick={onRetry} leftSection={<IconRefresh size={16} aria-hidden="true" />}>
        Try again
      </Button>
      {isApiError(error) && error.requestId && <small>Error reference: {error.requestId}</small>}
    </Panel>
  );
}

interface LoadedProps<Data> extends Pick<LoadFailureProps, 'heading'> {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  /** The number of rows of the skeleton. */
  rows?: number;
  /** Replaces the rows where the data has another layout. */
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Renders the data of a query, a skeleton, or the error. Data stays on the screen when a later read fails. */
export function Loaded<Data>({ query, heading, rows, skeleton, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <LoadFailure heading={heading} error={query.error} onRetry={() => query.refetch()} />;
  return skeleton ?? <SkeletonRows rows={rows} />;
}

export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <Panel component="div" className={classes.box}>
      <img src="/admin/mark.svg" alt="" width="56" height="56" />
      <p>{children}</p>
      {action}
    </Panel>
  );
}

import type { ComponentProps, ReactNode } from 'react';
import { ErrorAlert } from './alert.tsx';
import { Button } from './button.tsx';
import classes from './record-list.module.css';

interface RecordListProps<Item> {
  items: readonly Item[];
  /** Shown instead of an empty list. */
  empty?: ReactNode;
  /** Returns the `li` of an item. */
  children: (item: Item, index: number) => ReactNode;
}

/** A list of records in a panel. */
export function RecordList<Item>({ items, empty, children }: RecordListProps<Item>) {
  if (items.length === 0) return empty && <Note>{empty}</Note>;
  return <Rows>{items.map(children)}</Rows>;
}

/** The list itself, for rows of several kinds. */
export function Rows(props: ComponentProps<'ul'>) {
  return <ul className={classes.rows} {...props} />;
}

/** A text in a panel. */
export function Note(props: ComponentProps<'p'>) {
  return <p className={classes.note} {...props} />;
}

/** Why the request of a row or a field failed. */
export function ErrorText(props: ComponentProps<'p'>) {
  return <p className={classes.error} {...props} />;
}

interface MoreButtonProps {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: unknown;
    fetchNextPage: () => unknown;
  };
  label?: string;
}

/** Loads the next page of a list, or repeats a failed attempt. Empty after the last page. */
export function MoreButton({ query, label = 'Show more' }: MoreButtonProps) {
  if (!query.hasNextPage) return null;
  return (
    <div className={classes.more}>
      {query.isFetchNextPageError && <ErrorAlert error={query.error} fallback="More could not be loaded." />}
      <Button size="xs" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
        {query.isFetchNextPageError ? 'Try again' : label}
      </Button>
    </div>
  );
}

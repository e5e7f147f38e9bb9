import { Button } from './button.tsx';
import { ErrorAlert } from './error-alert.tsx';
import classes from './more-button.module.css';

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
        {query.isFetchNextPageError ? 'Retry' : label}
      </Button>
    </div>
  );
}

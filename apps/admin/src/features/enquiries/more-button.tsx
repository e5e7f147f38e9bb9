import { sentenceOf } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import inbox from './inbox.module.css';

interface MoreButtonProps {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: unknown;
    fetchNextPage: () => unknown;
  };
  words?: string;
}

/** Below a list that comes in pages; nothing when the last one is there. A page that did not come is said, and asked for again. */
export function MoreButton({ query, words = 'Show more' }: MoreButtonProps) {
  if (!query.hasNextPage) return null;
  return (
    <div className={inbox.more}>
      {query.isFetchNextPageError && (
        <p className="alert" role="alert">
          {sentenceOf(query.error, 'More could not be loaded.')}
        </p>
      )}
      <Button size="xs" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
        {query.isFetchNextPageError ? 'Retry' : words}
      </Button>
    </div>
  );
}

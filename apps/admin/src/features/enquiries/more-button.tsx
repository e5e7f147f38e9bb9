import { Button } from '../../ui/button.tsx';
import inbox from './inbox.module.css';

interface MoreButtonProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** Below a list that comes in pages; nothing when the last one is there. */
export function MoreButton({ query }: MoreButtonProps) {
  if (!query.hasNextPage) return null;
  return (
    <div className={inbox.more}>
      <Button size="xs" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
        Show more
      </Button>
    </div>
  );
}

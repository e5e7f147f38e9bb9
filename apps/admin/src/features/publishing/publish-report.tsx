import { Link } from '@tanstack/react-router';
import type { PublishStatus } from '@threadline/schema/wire/publishing';
import { formatCount } from '../../format/numbers.ts';
import { useToast } from '../../ui/toast.tsx';
import { useSiteUrl } from '../auth/session-options.ts';
import { usePublishStatus } from './publishing-events.ts';

/**
 * Returns a function that reports how many changes were published, from the reply to that request, and leads to the
 * release that visitors saw before, from which they can be restored.
 */
export function usePublishReport(): (count: number, reply: PublishStatus) => void {
  const toast = useToast();
  return (count, { revision, liveRevision }) => {
    const what = count > 0 ? ` ${formatCount(count, 'change')}` : '';
    toast({ text: <PublishReport what={what} revision={revision} revisionBefore={liveRevision} /> });
  };
}

interface PublishReportProps {
  what: string;
  revision: number;
  /** The revision that visitors saw when the changes were published; null before the first release. */
  revisionBefore: number | null;
}

/** Follows the publishing status until visitors see the revision. */
function PublishReport({ what, revision, revisionBefore }: PublishReportProps) {
  const siteUrl = useSiteUrl();
  const { state, liveRevision } = usePublishStatus() ?? {};
  // The screen shows the reason.
  if (state === 'failed') return 'Not published. The site is unchanged.';
  if ((liveRevision ?? 0) < revision) return 'The site is being updated…';
  return (
    <>
      Published{what}.{' '}
      <a href={siteUrl} target="_blank" rel="noopener">
        View on the site
      </a>
      {revisionBefore !== null && revisionBefore < revision && (
        <>
          {' '}
          <Link to="/releases/version" search={{ revision: revisionBefore }}>
            View the previous release
          </Link>
        </>
      )}
    </>
  );
}

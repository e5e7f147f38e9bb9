import type { PublishStatus } from '@threadline/schema/wire/publishing';
import { formatCount } from '../../format/numbers.ts';
import { useToast } from '../../ui/toast.tsx';
import { useSiteUrl } from '../auth/session-options.ts';
import { usePublishStatus } from './publishing-events.ts';

/** Returns a function that reports how many changes were published, from the reply to that request. */
export function usePublishReport(): (count: number, reply: PublishStatus) => void {
  const toast = useToast();
  return (count, { revision }) =>
    toast({ text: <PublishReport what={count > 0 ? ` ${formatCount(count, 'change')}` : ''} revision={revision} /> });
}

/** Follows the publishing status until visitors see the revision. */
function PublishReport({ what, revision }: { what: string; revision: number }) {
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
    </>
  );
}

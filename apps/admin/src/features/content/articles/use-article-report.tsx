import type { PublishStatus } from '@threadline/schema/wire/publishing';
import { useConnected } from '../../../api/connection.ts';
import { messages } from '../../../ui/messages.ts';
import { useToast } from '../../../ui/toast.tsx';
import { useSiteUrl } from '../../auth/session-options.ts';
import { usePublishStatus } from '../../publishing/publishing-events.ts';
import { getItemId } from '../model/content-query.ts';
import { getLastChange, type LastChange } from '../saving/last-change.ts';
import { getQueued } from '../saving/save-queue.ts';
import type { ContentMutations } from '../saving/use-content-mutations.ts';

interface Report {
  /** The message once visitors see the change. */
  text: string;
  /** The path of the page that visitors see then. */
  address?: string | undefined;
}

/**
 * Returns a function that reports the last change of an article with a link to its page and Undo.
 *
 * @param isEnabled false on the content screen, which has a banner
 */
export function useArticleReport({ undoChange }: Pick<ContentMutations, 'undoChange'>, isEnabled = true) {
  const toast = useToast();
  const undo = async (change: LastChange) => {
    if (await undoChange(change)) return;
    toast({ text: getQueued(getItemId(change.inverse))?.message ?? messages.contentFailed });
  };
  return (report: Report, toUndo = (last: LastChange) => last) => {
    if (!isEnabled) return;
    const last = getLastChange();
    toast({
      text: <ArticleReport {...report} />,
      action: last && { label: 'Undo', run: () => undo(toUndo(last)) },
    });
  };
}

/** The message about a change. It follows the publishing status until visitors see the change. */
export function ArticleReport({ text, address }: Report) {
  const siteUrl = useSiteUrl();
  const status = usePublishStatus();
  const isConnected = useConnected();
  const outcome = status && isConnected ? describeOutcome(status) : updating;
  if (outcome) return outcome;
  return (
    <>
      {text}{' '}
      {address && (
        <a href={siteUrl.replace(/\/$/, '') + address} target="_blank" rel="noopener">
          View article
        </a>
      )}
    </>
  );
}

const updating = 'Saved. The site is being updated…';

/** Returns why visitors do not see the newest change; undefined if they do. */
function describeOutcome({ state, review, faults }: PublishStatus): string | undefined {
  if (review) return 'Added to the pending changes.';
  if (state === 'failed') return `Saved, but not published. ${faults[0]?.detail ?? ''} The site is unchanged.`;
  if (state === 'rolled-back') return 'Saved. Visitors see it once publishing is resumed.';
  return state === 'live' || state === 'unverified' ? undefined : updating;
}

import { messages } from '../../../ui/messages.ts';
import { useToast } from '../../../ui/toast.tsx';
import { useSiteUrl } from '../../auth/session-options.ts';
import { usePublishStatus } from '../../publishing/publishing-events.ts';
import { getItemId } from '../model/content-query.ts';
import { getQueued } from '../saving/save-queue.ts';
import type { ContentMutations } from '../saving/use-content-mutations.ts';
import { type LastChange, lastChange } from '../saving/use-content-mutations.ts';

interface Report {
  /** In review mode, the message says that the change is pending. */
  text: string;
  /** The path of the page that visitors see now. */
  address?: string | undefined;
}

/**
 * Returns a function that reports the last change of an article with a link to its page and Undo.
 *
 * @param isEnabled false on the content screen, which has a banner
 */
export function useArticleReport({ undoChange }: Pick<ContentMutations, 'undoChange'>, isEnabled = true) {
  const toast = useToast();
  const siteUrl = useSiteUrl();
  const isReviewed = usePublishStatus()?.review;
  const undo = async (change: LastChange) => {
    if (await undoChange(change)) return;
    toast({ text: getQueued(getItemId(change.inverse))?.message ?? messages.contentFailed });
  };
  return ({ text, address }: Report, toUndo = (last: LastChange) => last) => {
    if (!isEnabled) return;
    const last = lastChange.get();
    toast({
      text: isReviewed ? 'Added to the pending changes.' : text,
      link: address && !isReviewed ? { label: 'View article', href: siteUrl.replace(/\/$/, '') + address } : undefined,
      action: last && { label: 'Undo', run: () => undo(toUndo(last)) },
    });
  };
}

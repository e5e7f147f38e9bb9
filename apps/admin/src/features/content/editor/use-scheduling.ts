import type { ContentItem } from '@threadline/schema/content/content-item';
import { ApiError, getErrorMessage } from '../../../api/client.ts';
import { formatDateTime } from '../../../format/time.ts';
import { useToast } from '../../../ui/toast.tsx';
import { usePublishStatus } from '../../publishing/publishing-events.ts';
import { getItemId } from '../model/content-query.ts';
import type { FormText } from '../model/form-model.ts';
import { cancelDraftSchedule, saveServerDraft, scheduleServerDraft } from '../saving/server-drafts.ts';
import type { DraftSession } from './use-draft-session.ts';

/** Returns the actions that set and cancel the time at which an open draft is published. */
export function useScheduling({ item, published, writer }: DraftSession, getFreeKey: (text: FormText) => string) {
  const { section, key } = item;
  const toast = useToast();
  const isReviewed = usePublishStatus()?.review;

  async function cancelSchedule(): Promise<void> {
    try {
      await cancelDraftSchedule({ section, key });
    } catch (error) {
      toast({ tone: 'danger', text: getErrorMessage(error, 'The schedule could not be cancelled.') });
      return;
    }
    const draft = writer.state().acknowledged;
    if (draft) writer.update({ ...draft, schedule: null });
    toast({ text: 'The schedule is cancelled. The draft stays.' });
  }

  return {
    cancelSchedule,

    /** Publishes the text as it is now at a time, to the same visitors as before. Returns whether the server has accepted it. */
    async schedule(written: FormText, at: string): Promise<boolean> {
      if (!(await writer.flush())) return false;
      const target = published ? key : getFreeKey(written);
      const { unlisted } = item.metadata;
      try {
        const draft = writer.state().acknowledged ?? (await saveAsDraft(item, written));
        writer.update(await scheduleServerDraft({ section, key, at, version: draft.version, target, unlisted }));
      } catch (error) {
        toast({ tone: 'danger', text: getErrorMessage(error, 'The draft could not be scheduled.') });
        return false;
      }
      const outcome = isReviewed ? 'It becomes a pending change' : 'It goes live';
      toast({
        about: getItemId(item),
        text: `Scheduled. ${outcome} on ${formatDateTime(at)}.`,
        action: { label: 'Cancel the schedule', run: cancelSchedule },
      });
      return true;
    },
  };
}

/**
 * Saves the unchanged text of an unpublished entry. A schedule publishes a draft, and the text has none yet.
 *
 * @throws ApiError if visitors see the text already
 */
function saveAsDraft({ section, key, metadata, version: baseVersion }: ContentItem, text: FormText) {
  if (!metadata.hidden)
    throw new ApiError('There is nothing to schedule: the text is published as it is.', { code: 'conflict' });
  return saveServerDraft({ section, key, text, metadata, baseVersion, version: undefined });
}

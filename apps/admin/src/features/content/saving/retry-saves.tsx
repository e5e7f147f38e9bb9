import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { api, isApiError } from '../../../api/client.ts';
import { contentKey } from '../../../api/query-keys.ts';
import { useSession } from '../../../session.tsx';
import { logActivity } from '../../../store/activity-log.ts';
import { getCurrentUser } from '../../../store/current-user.ts';
import { messages } from '../../../ui/messages.ts';
import { useToast } from '../../../ui/toast.tsx';
import { type Content, getItemId } from '../model/content-query.ts';
import { describeChange } from './content-change.ts';
import { createSaveMessage } from './save-message.tsx';
import {
  getQueued,
  hasNoResponse,
  type PendingSave,
  removeSaved,
  setQueued,
  toFailed,
  useSaveQueue,
} from './save-queue.ts';
import { useSendChanges } from './use-send-changes.ts';

const firstPauseMs = 1000;
const maxPauseMs = 30_000;

/**
 * Sends the pending saves of the signed-in user again, on any screen: when the browser is online again, when the session
 * begins again, and after growing pauses. One attempt runs at a time. An open editor stays as it is, because its user may
 * still be typing.
 */
export function RetrySaves() {
  const queue = useSaveQueue();
  const retry = useRetry();
  const { state } = useSession();
  const pending = Object.values(queue).filter(
    (queued): queued is PendingSave => queued.state === 'pending' && queued.change.kind === 'save',
  );
  const userId = pending.length > 0 && state.status === 'signed-in' ? state.user._id : undefined;
  const retryPending = useEffectEvent((signal: AbortSignal) => retry(pending, signal));

  useEffect(() => {
    if (userId === undefined) return;
    const ended = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pauseMs = firstPauseMs;
    let isTrying = false;

    async function attempt() {
      if (isTrying) return;
      isTrying = true;
      clearTimeout(timer);
      try {
        const isUp = await api.anonymous.livez.$get().then(
          (reply) => reply.ok,
          () => false,
        );
        if (isUp && !ended.signal.aborted) await retryPending(ended.signal);
      } finally {
        isTrying = false;
      }
      if (ended.signal.aborted) return;
      timer = setTimeout(attempt, pauseMs);
      pauseMs = Math.min(pauseMs * 2, maxPauseMs);
    }

    timer = setTimeout(attempt, pauseMs);
    window.addEventListener('online', attempt);
    return () => {
      ended.abort();
      clearTimeout(timer);
      window.removeEventListener('online', attempt);
    };
  }, [userId]);
  return null;
}

/** Returns a function that sends saves again: several in one request, or each alone when that request is refused. */
function useRetry() {
  const send = useSendChanges();
  const queryClient = useQueryClient();
  const toast = useToast();

  function report(saved: PendingSave, description: string, owner = getCurrentUser()) {
    const onSaved = (revision: number | undefined) => {
      const isNewer = removeSaved(getItemId(saved.change), saved, owner);
      if (!isNewer) saved.onSaved?.();
      if (owner !== getCurrentUser()) return;
      logActivity({ text: description, place: saved.change });
      const { section } = saved.change;
      toast(createSaveMessage({ succeeded: true, detail: `Saved now: ${description}.`, revision, section }));
    };
    const onError = (error: unknown, fallback?: string) => {
      const id = getItemId(saved.change);
      // A text typed since then is newer than the rejected one.
      if (getQueued(id, owner)?.edit !== saved.edit) return;
      const failed = toFailed(saved, error, fallback);
      setQueued(id, failed, owner);
      if (failed.state === 'pending' || owner !== getCurrentUser()) return;
      logActivity({ text: description, problem: failed.message, place: saved.change });
      toast({ tone: 'danger', text: `Not saved: ${description}. Content Management shows the reason.` });
    };
    return { onSaved, onError };
  }

  /** Returns false when the request was refused, so that each save has to be sent alone. */
  async function sendTogether(saves: readonly PendingSave[], describe: (save: PendingSave) => string) {
    const reports = saves.map((save) => report(save, describe(save)));
    let revision: number | undefined;
    try {
      revision = await send(
        saves.map(({ change }) => change),
        { description: '' },
      );
    } catch (error) {
      const isRefused = isApiError(error) && error.status >= 400 && error.status < 500 && !hasNoResponse(error);
      if (!isRefused) for (const { onError } of reports) onError(error, messages.bulkUpdateFailed);
      return !isRefused;
    }
    for (const { onSaved } of reports) onSaved(revision);
    return true;
  }

  return async (pending: readonly PendingSave[], signal: AbortSignal): Promise<void> => {
    const content = queryClient.getQueryData<Content>(contentKey)?.content ?? {};
    const describe = ({ change }: PendingSave) => describeChange(change, content);
    // The bulk request cannot require that an entry does not exist yet.
    const existing = pending.filter(({ change }) => change.version !== undefined);
    const isSent = existing.length > 1 && (await sendTogether(existing, describe));
    for (const save of isSent ? pending.filter((each) => !existing.includes(each)) : pending) {
      if (signal.aborted) return;
      const description = describe(save);
      const { onSaved, onError } = report(save, description);
      await send([save.change], { description }).then(onSaved, onError);
    }
  };
}

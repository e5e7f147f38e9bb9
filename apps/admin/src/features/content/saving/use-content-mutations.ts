import { useQueryClient } from '@tanstack/react-query';
import type { GroupedContent } from '@threadline/schema/content/content-item';
import { useEffect, useState } from 'react';
import { getErrorMessage, isApiError } from '../../../api/client.ts';
import { isRefusal } from '../../../api/is-refusal.ts';
import { contentKey } from '../../../api/query-keys.ts';
import { logActivity } from '../../../store/activity-log.ts';
import { createStore } from '../../../store/create-store.ts';
import { getCurrentUser } from '../../../store/current-user.ts';
import {
  type Change,
  type LastChange,
  returnLastChange,
  type Save,
  takeLastChange,
  useLastChanges,
} from '../../../store/last-changes.ts';
import { messages } from '../../../ui/messages.ts';
import { useToast } from '../../../ui/toast.tsx';
import { useRestoreContent } from '../../publishing/restore-content.ts';
import { type Content, contentQuery, getItemId } from '../model/content-query.ts';
import { describeChange, describeResult } from './content-change.ts';
import {
  type Edit,
  getQueued,
  type QueuedChange,
  removeSaved,
  setQueued,
  toFailed,
  useSaveQueue,
} from './save-queue.ts';
import { useSendChanges } from './use-send-changes.ts';

/** The result of a save as the banner shows it. */
export interface Outcome {
  /** Increases with each save, so that equal messages are separate banners. */
  number: number;
  succeeded: boolean;
  /** The message about the change. */
  detail?: string | undefined;
  /** The revision that contains the change, if it is known. */
  revision?: number | undefined;
}

type Result = Omit<Outcome, 'number'>;

/** The banners that are seen. They show retried saves, Undo and Redo; where there is none, a toast does. */
export const bannerListeners = createStore<readonly ((result: Result) => void)[]>([], {
  reset: (listeners) => listeners,
});

interface RunOptions {
  /** The text of the editor, which returns there when it is refused. */
  edit?: Edit;
  onFailed?: () => void;
  onSaved?: () => void;
  /** The message of the banner about a restore, which is sent like any other save. */
  result?: string;
  again?: Again;
}

/** Set when a change undoes or repeats the described one. */
interface Again {
  description: string;
  isUndo: boolean;
  undone: LastChange;
}

interface RunAllOptions {
  description: string;
  again?: Again;
  /** The message of the banner. */
  detail: string;
}

function describeAgain({ isUndo, description }: Pick<Again, 'isUndo' | 'description'>): string {
  return `${isUndo ? 'Undone' : 'Redone'}: ${description}.`;
}

/** Returns the label of a change for Undo, and what the banner says about it. */
function describeRun(change: Change, content: GroupedContent, { result, again }: RunOptions) {
  if (again) return { ...again, detail: describeAgain(again) };
  const detail = result ?? describeResult(change, content);
  return { description: describeChange(change, content), isUndo: false, undone: undefined, detail };
}

/** Returns a function that shows the result of a change that was not made on the screen that is open. */
export function useNotify() {
  const toast = useToast();
  return (result: Result) => {
    const listeners = bannerListeners.get();
    for (const show of listeners) show(result);
    if (listeners.length === 0) toast({ text: result.detail });
  };
}

/**
 * Changes the content, with the queue, the banner and Undo of a screen.
 *
 * @param hasBanner whether the outcome is shown in a banner that can be seen
 */
export function useContentMutations({ hasBanner = true } = {}) {
  const send = useSendChanges();
  const { makeStep } = useRestoreContent();
  const queryClient = useQueryClient();
  const queue = useSaveQueue();
  const last = useLastChanges();
  const notify = useNotify();
  const [outcome, setOutcome] = useState<Outcome>();
  const show = (result: Result) => setOutcome((before) => ({ number: (before?.number ?? 0) + 1, ...result }));

  /** Resolves to whether the server has accepted the change. */
  async function run(change: Change, options: RunOptions = {}): Promise<boolean> {
    const { edit, onFailed, onSaved, again } = options;
    // Undo and Redo are offered on every screen.
    const report = again ? notify : show;
    const id = getItemId(change);
    const owner = getCurrentUser();
    const content = queryClient.getQueryData<Content>(contentKey)?.content ?? {};
    const { description, isUndo, undone, detail } = describeRun(change, content, options);
    const queued: QueuedChange = { change, state: 'sending', message: '', edit, onSaved };
    setQueued(id, queued);
    const onAccepted = (revision: number | undefined) => {
      removeSaved(id, queued, owner);
      if (owner === getCurrentUser()) {
        logActivity({ text: isUndo ? `${description} (undone)` : description, place: change });
      }
      report({ succeeded: true, detail, revision });
      onSaved?.();
    };
    try {
      await send([change], { description, isUndo, undone, onAccepted });
      return true;
    } catch (error) {
      const failed = toFailed(queued, error);
      setQueued(id, toQueued(failed, undone), owner);
      if (owner !== getCurrentUser()) return false;
      logActivity({ text: description, problem: failed.message, place: change });
      if (again) notifyRefusal(again, error);
      // The conflict view, the fields and the notice about pending saves report their errors themselves.
      else if (needsBanner(failed)) show({ succeeded: false });
      onFailed?.();
      return false;
    }
  }

  /** Sends several saves that are accepted or refused together, and undone together. */
  async function runAll(changes: readonly Save[], { description, again, detail }: RunAllOptions): Promise<boolean> {
    const owner = getCurrentUser();
    const isUndo = again?.isUndo ?? false;
    const [place] = changes;
    const onAccepted = (revision: number | undefined) => {
      if (owner !== getCurrentUser()) return;
      if (place) logActivity({ text: isUndo ? `${description} (undone)` : description, place });
      const report = again ? notify : show;
      report({ succeeded: true, detail, revision });
    };
    try {
      await send(changes, { description, isUndo, undone: again?.undone, isOneChange: true, onAccepted });
      return true;
    } catch (error) {
      if (owner !== getCurrentUser()) return false;
      if (again) notifyRefusal(again, error);
      else show({ succeeded: false, detail: getErrorMessage(error, '') });
      return false;
    }
  }

  async function restoreAgain(again: Again): Promise<boolean> {
    try {
      const revision = await makeStep(again.undone);
      if (revision !== undefined) notify({ succeeded: true, detail: describeAgain(again), revision });
      return revision !== undefined;
    } catch (error) {
      notifyRefusal(again, error);
      return false;
    }
  }

  /** A refused step is not offered again. The steps before it stay. */
  function notifyRefusal({ description, isUndo, undone }: Again, error: unknown) {
    if (!isRefusal(error)) returnLastChange(undone);
    const isStale = isApiError(error, 'conflict') && error.current !== undefined;
    const reason = isStale ? changedSince : getErrorMessage(error, messages.updateFailed);
    notify({ succeeded: false, detail: `Not ${isUndo ? 'undone' : 'redone'}: ${description}. ${reason}` });
  }

  useEffect(() => {
    if (!hasBanner) return;
    const listener = (result: Result) => setOutcome((before) => ({ number: (before?.number ?? 0) + 1, ...result }));
    bannerListeners.set((listeners) => [...listeners, listener]);
    return () => bannerListeners.set((listeners) => listeners.filter((each) => each !== listener));
  }, [hasBanner]);

  async function undoChange(undone: LastChange): Promise<boolean> {
    const { inverse, others, description, isUndo } = undone;
    const again = { description, isUndo: !isUndo, undone };
    if (inverse.kind === 'restore') return restoreAgain(again);
    if (!takeLastChange(undone)) return false;
    try {
      // Redo restores the content before Undo. Other screens may not have loaded it.
      const { content } = await queryClient.ensureQueryData(contentQuery);
      if (inverse.kind === 'move' && !isInOrder(inverse, content)) throw new Error('The order has changed since.');
    } catch (error) {
      notifyRefusal(again, error);
      return false;
    }
    if (!others || inverse.kind !== 'save') return run(inverse, { again });
    return runAll([inverse, ...others], { description, again, detail: describeAgain(again) });
  }

  return {
    run,
    runAll,
    queue,
    undoChange,
    outcome,
    isSaving: (id: string) => queue[id]?.state === 'sending',
    dismiss: (id: string) => setQueued(id, undefined),
    clearOutcome: () => setOutcome(undefined),
    /** Drops our text of an item and shows the one that the server has. */
    async acceptServer(id: string) {
      await queryClient.invalidateQueries({ queryKey: contentKey });
      setQueued(id, undefined);
    },
    /** Returns to the form with our text, compared with the server's version from now on. */
    async reopenWithServerBase(id: string, text: Edit['text']) {
      await queryClient.invalidateQueries({ queryKey: contentKey });
      const queued = getQueued(id);
      if (!queued?.edit) return;
      const edit = { ...queued.edit, text, base: undefined };
      setQueued(id, { ...queued, edit, serverVersion: undefined });
    },
    /** Undoes the newest change, or repeats it if it was an Undo. */
    undo: toStep(last.latest, undoChange),
    steps: { undo: toStep(last.undo, undoChange), redo: toStep(last.redo, undoChange) },
  };
}

function toStep(change: LastChange | undefined, run: (change: LastChange) => Promise<boolean>) {
  return change && { description: change.description, isRedo: change.isUndo, run: () => run(change) };
}

/** No editor has typed an undone text, so there is nothing to compare or to correct. */
function toQueued(failed: QueuedChange, undone: LastChange | undefined): QueuedChange | undefined {
  return undone ? undefined : failed;
}

function needsBanner({ state, serverVersion, isInvalid }: QueuedChange): boolean {
  return state === 'failed' && !serverVersion && !isInvalid;
}

const changedSince = 'It has changed since.';

/** Returns whether the entries of a list are in the order in which the move to undo has left them. */
function isInOrder({ section, keys, from }: Extract<Change, { kind: 'move' }>, content: GroupedContent): boolean {
  const now = Object.keys(content[section] ?? {}).filter((key) => keys.includes(key));
  return !from || now.join() === from.join();
}

export type ContentMutations = ReturnType<typeof useContentMutations>;

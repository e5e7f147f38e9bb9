import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { ChangeOrigin, GroupedContent } from '@threadline/schema/content/content-item';
import { createElement } from 'react';
import { ApiError, getErrorMessage, isApiError } from '../../../api/client.ts';
import { isRefusal } from '../../../api/is-refusal.ts';
import { contentKey } from '../../../api/query-keys.ts';
import { logActivity } from '../../../store/activity-log.ts';
import { getCurrentUser, type Owner } from '../../../store/current-user.ts';
import {
  type Change,
  getLastChange,
  type LastChange,
  type Restore,
  returnLastChange,
  takeLastChange,
  useLastChanges,
} from '../../../store/last-changes.ts';
import { messages } from '../../../ui/messages.ts';
import { useToast } from '../../../ui/toast.tsx';
import { useRestoreContent } from '../../publishing/restore-content.tsx';
import { type Content, contentQuery, getItemId } from '../model/content-query.ts';
import { describeChange, describeResult, findVisibilityChange } from './content-change.ts';
import { Refusal } from './refusal.tsx';
import { createSaveMessage, type SaveResult } from './save-message.tsx';
import {
  type Edit,
  getQueued,
  type QueuedChange,
  removeSaved,
  setQueued,
  toFailed,
  useSaveQueue,
} from './save-queue.ts';
import { type LinkChanges, mayChangeLinks, useLinkQuestion } from './use-link-question.tsx';
import { useSendChanges } from './use-send-changes.ts';

// Screens that save load the code for pending saves now: once the connection is lost, it is too late.
import('./retry-saves.tsx').catch(() => undefined);

interface RunOptions {
  /** The text of the editor, which returns there when it is refused. */
  edit?: Edit;
  onFailed?: () => void;
  onSaved?: () => void;
  /** The message about a restore, which is sent like any other save. It stays longer, like that about a removal. */
  result?: string;
  step?: Step;
}

/** An Undo or a Redo. */
interface Step {
  /** The change that is undone or made again. */
  description: string;
  isUndo: boolean;
  /** The entry of the stored steps that is used. */
  undone: LastChange;
}

interface RunAllOptions {
  description: string;
  step?: Step;
  /** The message about the changes. */
  message: Pick<SaveResult, 'title' | 'detail' | 'items'>;
}

function describeStep({ isUndo, description }: Pick<Step, 'isUndo' | 'description'>): string {
  return `${isUndo ? 'Undone' : 'Redone'}: ${description}.`;
}

/** Returns the label of a change for Undo, and the message about it. */
function describeRun(
  change: Change,
  content: GroupedContent,
  { result, step, detail }: RunOptions & Pick<LinkChanges, 'detail'>,
) {
  if (step) return { ...step, message: { title: describeStep(step), items: [change] } };
  const text = result ?? describeResult(change, content);
  const before = content[change.section]?.[change.key];
  const isEdit = change.kind === 'save' && !findVisibilityChange(change, before);
  const message = isEdit && !result ? { detail: text } : { title: text, detail };
  return { description: describeChange(change, content), isUndo: false, undone: undefined, message };
}

/** How long the message about a restore or a refused Undo stays. */
const longMs = 20_000;

/**
 * Changes the content, with the queue, the messages and Undo.
 *
 * @param isSilent whether the caller reports the accepted changes itself
 */
export function useContentMutations({ isSilent = false } = {}) {
  const send = useSendChanges();
  const { makeStep: makeRestoreStep } = useRestoreContent();
  const queryClient = useQueryClient();
  const queue = useSaveQueue();
  const last = useLastChanges();
  const toast = useToast();
  const askAboutLinks = useLinkQuestion();
  const show = (result: SaveResult, shownMs?: number) =>
    toast(createSaveMessage(result, { step: toAction(getLastChange(), makeStep), shownMs }));

  /** The conflict view, the fields and the notice about pending saves report the errors of a text themselves. */
  const showFailed = (failed: QueuedChange, error: unknown) => {
    if (failed.isFinal && !failed.isInvalid)
      return show({ succeeded: false, refusal: createElement(Refusal, failed) }, longMs);
    if (!failed.edit) return show({ succeeded: false, detail: getErrorMessage(error, '') });
    if (needsMessage(failed)) show({ succeeded: false });
  };

  /** Resolves to whether the server has accepted the change. Links to an entry that it hides or shows again change with it. */
  async function run(change: Change, options: RunOptions = {}): Promise<boolean> {
    const content = queryClient.getQueryData<Content>(contentKey)?.content ?? {};
    const hasLinks = !options.step && mayChangeLinks(change, content);
    const links = hasLinks ? await askAboutLinks(change, content) : { saves: [] };
    return links ? runWithLinks(change, links, options) : false;
  }

  async function runWithLinks(change: Change, { saves, detail }: LinkChanges, options: RunOptions): Promise<boolean> {
    const { edit, onFailed, onSaved, step } = options;
    const content = queryClient.getQueryData<Content>(contentKey)?.content ?? {};
    const { description, isUndo, undone, message } = describeRun(change, content, { ...options, detail });
    const id = getItemId(change);
    const owner = getCurrentUser();
    const queued: QueuedChange = { change, state: 'sending', message: '', edit, onSaved };
    setQueued(id, queued);
    const onAccepted = (revision: number | undefined) => {
      removeSaved(id, queued, owner);
      if (owner === getCurrentUser()) {
        logActivity({ text: isUndo ? `${description} (undone)` : description, place: change });
      }
      const result = { succeeded: true, ...message, revision, section: change.section };
      if (step || !isSilent) show(result, options.result ? longMs : undefined);
      onSaved?.();
    };
    try {
      await send([change, ...saves], { description, isUndo, undone, isOneChange: true, onAccepted });
      return true;
    } catch (error) {
      const failed = toFailed(queued, error);
      if (edit) setQueued(id, failed, owner);
      else removeRefused(id, queued, owner);
      if (owner !== getCurrentUser()) return false;
      logActivity({ text: description, problem: failed.message, place: change });
      if (step) notifyRefusal(step, error);
      else showFailed(failed, error);
      onFailed?.();
      return false;
    }
  }

  /** Sends several saves and removals that are accepted or refused together, and undone together. */
  async function runAll(changes: readonly Change[], { description, step, message }: RunAllOptions): Promise<boolean> {
    const owner = getCurrentUser();
    const isUndo = step?.isUndo ?? false;
    const [place] = changes;
    const onAccepted = (revision: number | undefined) => {
      if (owner !== getCurrentUser()) return;
      if (place) logActivity({ text: isUndo ? `${description} (undone)` : description, place });
      show({ succeeded: true, ...message, revision, section: place?.section });
    };
    try {
      await send(changes, { description, isUndo, undone: step?.undone, isOneChange: true, onAccepted });
      return true;
    } catch (error) {
      if (owner !== getCurrentUser()) return false;
      if (step) notifyRefusal(step, error);
      else show({ succeeded: false, detail: getErrorMessage(error, '') });
      return false;
    }
  }

  async function runRestoreStep(step: Step, { items }: Restore): Promise<boolean> {
    try {
      const revision = await makeRestoreStep(step.undone);
      if (revision !== undefined) show({ succeeded: true, title: describeStep(step), revision, items });
      return revision !== undefined;
    } catch (error) {
      notifyRefusal(step, error);
      return false;
    }
  }

  /** A refused step is not offered again. The steps before it stay. */
  function notifyRefusal({ description, isUndo, undone }: Step, error: unknown) {
    if (!isRefusal(error)) returnLastChange(undone);
    const refusal = `Not ${isUndo ? 'undone' : 'redone'}: ${description}. ${describeRefusal(error)}`;
    show({ succeeded: false, refusal }, longMs);
  }

  /** Undoes a change, or makes an undone one again. */
  async function makeStep(undone: LastChange): Promise<boolean> {
    const { inverse, others, description, isUndo } = undone;
    const step = { description, isUndo: !isUndo, undone };
    if (inverse.kind === 'restore') return runRestoreStep(step, inverse);
    if (!takeLastChange(undone)) return false;
    try {
      // Redo restores the content before Undo. Other screens may not have loaded it.
      const { content } = await queryClient.ensureQueryData(contentQuery);
      if (inverse.kind === 'move') requireOrder(inverse, content);
    } catch (error) {
      notifyRefusal(step, error);
      return false;
    }
    const origin: ChangeOrigin = step.isUndo ? 'undo' : 'redo';
    if (!others || inverse.kind === 'move') return run({ ...inverse, origin }, { step });
    const changes = [inverse, ...others].map((each) => ({ ...each, origin }));
    return runAll(changes, { description, step, message: { title: describeStep(step), items: changes } });
  }

  return {
    run,
    runAll,
    queue,
    makeStep,
    isSaving: (id: string) => queue[id]?.state === 'sending',
    dismiss: (id: string) => setQueued(id, undefined),
    acceptServer: (id: string) => acceptServer(queryClient, id),
    reopenWithServerBase: (id: string, text: Edit['text']) => reopenWithServerBase(queryClient, id, text),
    steps: { undo: toAction(last.undo, makeStep), redo: toAction(last.redo, makeStep) },
  };
}

/** Drops our text of an item and shows the one that the server has. */
async function acceptServer(queryClient: QueryClient, id: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: contentKey });
  setQueued(id, undefined);
}

/** Returns to the form with our text, compared with the server's version from now on. */
async function reopenWithServerBase(queryClient: QueryClient, id: string, text: Edit['text']): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: contentKey });
  const queued = getQueued(id);
  if (!queued?.edit) return;
  const edit = { ...queued.edit, text, base: undefined };
  setQueued(id, { ...queued, edit, serverVersion: undefined });
}

function toAction(change: LastChange | undefined, run: (change: LastChange) => Promise<boolean>) {
  return change && { description: change.description, isRedo: change.isUndo, run: () => run(change) };
}

/** Removes a change without a typed text, about which no decision is open. A newer change of the same item stays. */
function removeRefused(id: string, refused: QueuedChange, owner: Owner): void {
  if (getQueued(id, owner) === refused) setQueued(id, undefined, owner);
}

function needsMessage({ state, serverVersion, isInvalid }: QueuedChange): boolean {
  return state === 'failed' && !serverVersion && !isInvalid;
}

function describeRefusal(error: unknown): string {
  const isStale = isApiError(error, 'conflict') && error.current !== undefined;
  return isStale ? 'The content has changed since.' : getErrorMessage(error, messages.updateFailed);
}

/** Throws an ApiError if the entries of a list are not in the order in which the move to undo has left them. */
function requireOrder({ section, keys, from }: Extract<Change, { kind: 'move' }>, content: GroupedContent): void {
  const now = Object.keys(content[section] ?? {}).filter((key) => keys.includes(key));
  if (from && now.join() !== from.join())
    throw new ApiError('The order has changed since.', { code: 'conflict', status: 409 });
}

export type ContentMutations = ReturnType<typeof useContentMutations>;

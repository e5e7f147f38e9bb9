import { useQueryClient } from '@tanstack/react-query';
import type { RestoreRequest } from '@threadline/schema/wire/restore';
import { ApiError, api, getErrorMessage, unwrap } from '../../api/client.ts';
import { isRefusal } from '../../api/is-refusal.ts';
import { contentKey, historyKey, removedKey } from '../../api/query-keys.ts';
import { addLastChange, type LastChange, returnLastChange, takeLastChange } from '../../store/last-changes.ts';
import { useToast } from '../../ui/toast.tsx';
import { pendingChangesKey, releasesKey, statusKey } from './publishing-events.ts';
import { SiteState } from './site-state.tsx';

/** Returns functions that give items the content of a revision, and that undo or repeat it. */
export function useRestoreContent() {
  const queryClient = useQueryClient();
  const toast = useToast();

  /** Undo restores the same items from the revision before. */
  async function send(
    request: RestoreRequest,
    description: string,
    undone?: LastChange,
  ): Promise<LastChange | undefined> {
    const isUndo = undone ? !undone.isUndo : false;
    const origin = undone ? (isUndo ? 'undo' : 'redo') : 'restore';
    const json = { ...request, origin } as const;
    const { revision, restored, status } = await unwrap(api.client.releases.restore.$post({ json }));
    queryClient.setQueryData(statusKey, status);
    for (const queryKey of [contentKey, historyKey, removedKey, releasesKey, pendingChangesKey])
      queryClient.invalidateQueries({ queryKey });
    if (restored.length === 0) return undefined;
    const items = restored.map(({ section, key, version }) => ({ section, key, version }));
    const versionsBefore = Object.fromEntries(
      restored.flatMap(({ section, key, versionBefore }) =>
        versionBefore === null ? [] : [[`${section}.${key}`, versionBefore]],
      ),
    );
    const inverse = { kind: 'restore', revision: request.workingRevision, items } as const;
    return addLastChange({ inverse, description, isUndo, revision, versionsBefore }, undone);
  }

  /**
   * Undoes or repeats a restore.
   *
   * @returns the new revision; undefined if the step was sent already
   * @throws ApiError with a sentence if an item has changed since
   */
  async function makeStep(step: LastChange): Promise<number | undefined> {
    const { inverse, description } = step;
    if (inverse.kind !== 'restore' || !takeLastChange(step)) return undefined;
    try {
      const { content, revision } = await unwrap(api.client.content.$get());
      const isUnchanged = inverse.items.every(
        ({ section, key, version }) => (content[section]?.[key]?.version ?? null) === version,
      );
      if (!isUnchanged) throw new ApiError('The content has changed since.', { code: 'conflict', status: 409 });
      const items = inverse.items.map(({ section, key }) => ({ section, key }));
      const made = await send({ revision: inverse.revision, workingRevision: revision, items }, description, step);
      return made?.revision;
    } catch (error) {
      if (!isRefusal(error)) returnLastChange(step);
      throw error;
    }
  }

  return {
    makeStep,

    /**
     * @param texts the change as Undo names it, and the message about it
     * @param changesSite false if the items are as visitors see them then
     */
    async restore(
      request: RestoreRequest,
      { description, done, changesSite = true }: { description: string; done: string; changesSite?: boolean },
    ): Promise<void> {
      const step = await send(request, description);
      const undo = (undone: LastChange) =>
        makeStep(undone).then(
          (revision) =>
            revision &&
            toast({
              text: (
                <>
                  Undone: {description}. <SiteState revision={revision} items={request.items} />
                </>
              ),
            }),
          (error: unknown) =>
            toast({ tone: 'danger', text: `Not undone: ${description}. ${getErrorMessage(error, '')}` }),
        );
      toast({
        text: (
          <>
            {done} {step && changesSite && <SiteState revision={step.revision} items={request.items} />}
          </>
        ),
        action: step && { label: 'Undo', run: () => undo(step) },
      });
    },
  };
}

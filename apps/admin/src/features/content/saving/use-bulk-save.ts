import { useQueryClient } from '@tanstack/react-query';
import type { ContentItem } from '@threadline/schema/content-item';
import { contentKey, historyKey } from '../../../api/query-keys.ts';
import { getCurrentUser } from '../../../store/current-user.ts';
import type { Content } from '../model/content-query.ts';
import { type Save, sendAll, withItem } from './content-mutations.ts';
import { setLastChange } from './last-change.ts';

/** Saves several items, all or none, in turn with the other changes of the content. */
export function useBulkSave() {
  const queryClient = useQueryClient();
  return async (saves: readonly Save[]): Promise<void> => {
    const owner = getCurrentUser();
    const items = await queryClient
      .getMutationCache()
      .build<ContentItem[], Error, readonly Save[], unknown>(queryClient, {
        scope: { id: 'content' },
        networkMode: 'always',
        mutationFn: sendAll,
      })
      .execute(saves);
    if (owner !== getCurrentUser()) return;
    queryClient.setQueryData<Content>(
      contentKey,
      (before) =>
        before && { ...before, content: items.reduce((all, item) => withItem(all, item, item), before.content) },
    );
    // Undo takes back one change; the versions of each item are in its history.
    setLastChange(undefined);
    for (const queryKey of [historyKey, contentKey]) queryClient.invalidateQueries({ queryKey });
  };
}

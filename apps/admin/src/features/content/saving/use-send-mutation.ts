import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { ContentItem, GroupedContent } from '@threadline/schema/content-item';
import type { Dashboard } from '@threadline/schema/dashboard';
import { contentKey, dashboardKey, historyKey, removedKey } from '../../../api/query-keys.ts';
import { getCurrentUser } from '../../../store/current-user.ts';
import { refreshImages } from '../../images/images-query.ts';
import type { Content } from '../model/content-query.ts';
import { type Change, inverseOf, send, withChange, withItem } from './content-mutations.ts';
import { setLastChange } from './last-change.ts';

/** The server stores a new alt text of a saved item in the library as well. */
function refreshUsedImages(queryClient: QueryClient, change: Change): void {
  if (change.kind === 'save' && JSON.stringify(change.value).includes('"/media/')) refreshImages(queryClient);
}

interface Sent {
  change: Change;
  words: string;
  isUndo: boolean;
  /** Runs with the list's last word on it, so that both are one rendering. */
  onAccepted?: () => void;
}

/** Sends changes one after the other: each starts from the version before it. The list shows each at once. */
export function useChange() {
  const queryClient = useQueryClient();
  const edit = (write: (content: GroupedContent) => GroupedContent) =>
    queryClient.setQueryData<Content>(contentKey, (before) => before && { ...before, content: write(before.content) });

  /** At once, and not when the mutation begins: the list shows it with the frame in which the form closes. */
  function show(change: Change): GroupedContent {
    // Cancels at once; what it promises is only that the others were told.
    queryClient.cancelQueries({ queryKey: contentKey });
    const before = queryClient.getQueryData<Content>(contentKey)?.content ?? {};
    edit((content) => withChange(content, change));
    return before;
  }

  /** The number beside the screen's name follows at once; the server is asked for it every minute. */
  function countItems(more: number) {
    if (more === 0) return;
    const count = (before: Dashboard | undefined) => before && { ...before, contentItems: before.contentItems + more };
    queryClient.setQueryData<Dashboard>(dashboardKey, count);
  }

  function accept({ change, words, isUndo, onAccepted }: Sent, before: GroupedContent, item: ContentItem | undefined) {
    const inverse = inverseOf(change, before, item);
    setLastChange(inverse && { inverse, words, isUndo });
    const isKnown = before[change.section]?.[change.key] !== undefined;
    if (item) edit((content) => withItem(content, item, item));
    countItems(change.kind === 'remove' ? -1 : item && !isKnown ? 1 : 0);
    onAccepted?.();
    const outdated = [historyKey, removedKey, ...(!item || !isKnown ? [contentKey] : [])];
    for (const queryKey of outdated) queryClient.invalidateQueries({ queryKey });
    refreshUsedImages(queryClient, change);
  }

  function takeBack(change: Change, before: GroupedContent) {
    const { section, key } = change;
    const was = before[section]?.[key];
    if (change.kind === 'save' && was) edit((content) => withItem(content, change, was));
    else edit((content) => ({ ...content, [section]: before[section] ?? {} }));
  }

  return async (sent: Sent): Promise<void> => {
    const { change } = sent;
    const owner = getCurrentUser();
    const before = show(change);
    // Without `useMutation`: the screen would be rendered again at each state of the call.
    const call = queryClient
      .getMutationCache()
      .build<ContentItem | undefined, Error, Pick<Sent, 'change'>, unknown>(queryClient, {
        scope: { id: 'content' },
        networkMode: 'always', // a lost connection is said at once, not waited for in silence
        mutationFn: () => send(change),
      });
    // The content and the Undo of the next user are none of this change's business.
    const isSameUser = () => owner === getCurrentUser();
    const item = await call.execute({ change }).catch((error) => {
      if (isSameUser()) takeBack(change, before);
      throw error;
    });
    if (isSameUser()) accept(sent, before, item);
    else sent.onAccepted?.();
  };
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ContentItem, GroupedContent } from '@threadline/schema/content/content-item';
import type { Dashboard } from '@threadline/schema/wire/dashboard';
import type { DraftSummary } from '@threadline/schema/wire/drafts';
import { contentKey, dashboardKey, draftsKey, historyKey, removedKey } from '../../../api/query-keys.ts';
import { getCurrentUser } from '../../../store/current-user.ts';
import { addLastChange, type Change, clearLastChanges, type LastChange } from '../../../store/last-changes.ts';
import { refreshImages } from '../../images/images-query.ts';
import { type Content, getItemId } from '../model/content-query.ts';
import { applyChange, invertChange, putItem, sendChanges } from './content-change.ts';

interface SendOptions {
  description: string;
  isUndo?: boolean;
  /** The step that the changes undo or repeat. */
  undone?: LastChange | undefined;
  /** Several saves that are undone together. */
  isOneChange?: boolean;
  /** Runs in the same task as the update of the list, so that React renders both at once. */
  onAccepted?: (revision: number | undefined) => void;
}

/**
 * Returns a function that sends changes one request after the other. The list shows each change at once and without it
 * again when it is refused. The function resolves to the revision that contains the changes, if it is known.
 */
export function useSendChanges() {
  const queryClient = useQueryClient();
  // The scope makes a request wait for the one before, because it starts from the version which that one creates.
  const { mutateAsync } = useMutation({ scope: { id: 'content' }, mutationFn: sendChanges });
  const edit = (write: (content: GroupedContent) => GroupedContent) =>
    queryClient.setQueryData<Content>(contentKey, (before) => before && { ...before, content: write(before.content) });

  const revert = ({ kind, ...place }: Change, before: GroupedContent) => {
    const previous = before[place.section]?.[place.key];
    if (kind === 'save' && previous) edit((content) => putItem(content, place, previous));
    else edit((content) => ({ ...content, [place.section]: before[place.section] ?? {} }));
  };

  const accept = (changes: readonly Change[], before: GroupedContent, items: readonly ContentItem[]) => {
    const [first] = changes;
    const after = first?.kind === 'save' ? first.after : undefined;
    edit((content) => items.reduce((all, item) => putItem(all, { ...item, after }, item), content));
    const added =
      items.filter(({ section, key }) => !before[section]?.[key]).length -
      changes.filter(({ kind }) => kind === 'remove').length;
    queryClient.setQueryData<Dashboard>(
      dashboardKey,
      (dashboard) => dashboard && { ...dashboard, contentItems: dashboard.contentItems + added },
    );
    // The card of a published draft must not take the focus from that of the new entry.
    queryClient.cancelQueries({ queryKey: draftsKey });
    queryClient.setQueryData<DraftSummary[]>(draftsKey, (drafts) =>
      drafts?.filter((draft) => !changes.some((change) => publishesDraft(change, draft))),
    );
    const isUpdate = items.length === 1 && added === 0;
    for (const queryKey of [historyKey, removedKey, draftsKey, ...(isUpdate ? [] : [contentKey])]) {
      queryClient.invalidateQueries({ queryKey });
    }
    // The server stores a new alt text of a saved item in the image library too.
    if (JSON.stringify(changes).includes('"/media/')) refreshImages(queryClient);
  };

  return async (
    changes: readonly Change[],
    { description, isUndo = false, undone, isOneChange = false, onAccepted }: SendOptions,
  ) => {
    // The content and the Undo of the next user are not affected by the answer.
    const user = getCurrentUser();
    const isSameUser = () => user === getCurrentUser();
    queryClient.cancelQueries({ queryKey: contentKey });
    const before = queryClient.getQueryData<Content>(contentKey)?.content ?? {};
    edit((content) => changes.reduce(applyChange, content));
    const { items, revision } = await mutateAsync(changes).catch((error: unknown) => {
      if (isSameUser()) for (const change of changes) revert(change, before);
      throw error;
    });
    if (isSameUser()) {
      const inverted = changes.length === 1 || isOneChange ? invertAll(changes, before, items) : undefined;
      const versionsBefore = findVersionsBefore(changes, before, items);
      if (inverted) addLastChange({ ...inverted, description, isUndo, revision, versionsBefore }, undone);
      else clearLastChanges();
      accept(changes, before, items);
    }
    onAccepted?.(revision);
    return revision;
  };
}

/** Returns how to undo several saves together, or one change of any kind. */
function invertAll(
  changes: readonly Change[],
  before: GroupedContent,
  items: readonly ContentItem[],
): Pick<LastChange, 'inverse' | 'others'> | undefined {
  const [inverse, ...rest] = changes.map((change) => {
    const saved = items.find((item) => getItemId(item) === getItemId(change));
    return invertChange(change, before, saved);
  });
  const others = rest.filter((change) => change?.kind === 'save');
  if (!inverse || others.length < rest.length) return undefined;
  return others.length > 0 ? { inverse, others } : { inverse };
}

/** Returns the versions that the changes started from. The list may be older: an earlier save was not yet acknowledged. */
function findVersionsBefore(changes: readonly Change[], before: GroupedContent, items: readonly ContentItem[]) {
  const versions = changes.flatMap((change) => {
    const known = before[change.section]?.[change.key]?.version;
    if (known === undefined || change.kind === 'move') return [];
    const saved = items.find((item) => getItemId(item) === getItemId(change));
    return [[getItemId(change), saved && saved.version > known ? saved.version - 1 : known] as const];
  });
  return Object.fromEntries(versions);
}

/** The list may still have an earlier version of the draft. If there is a later one, the next answer lists it again. */
function publishesDraft(change: Change, { section, key }: DraftSummary): boolean {
  return change.kind === 'save' && change.section === section && change.draft?.key === key;
}

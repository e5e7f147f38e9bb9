import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ItemMetadata } from '@threadline/schema/content/content-item';
import type { DiscardedDraft, DraftSummary, ServerDraft } from '@threadline/schema/wire/drafts';
import { api, getErrorMessage, unwrap } from '../../../api/client.ts';
import { draftsKey } from '../../../api/query-keys.ts';
import { useToast } from '../../../ui/toast.tsx';
import { type FormText, withTitle } from '../model/form-model.ts';

interface Place {
  section: string;
  key: string;
}

const draftCalls = api.client.drafts[':section'][':key'];
const none: readonly DraftSummary[] = [];
/** Drafts of other editors appear without a reload. */
const refreshMs = 15_000;
/** Browsers refuse larger requests that outlive their page. */
const maxKeepaliveLength = 20_000;

/** Returns the drafts of all editors on the server, without their texts. */
export function useServerDrafts(): readonly DraftSummary[] {
  const query = useQuery({
    queryKey: draftsKey,
    queryFn: async () => (await unwrap(api.client.drafts.$get())).drafts,
    refetchInterval: refreshMs,
  });
  return query.data ?? none;
}

/** Returns the draft of an item as it is when its editor opens. */
export function useStoredDraft({ section, key }: Place) {
  return useQuery({
    queryKey: ['draft', section, key],
    queryFn: async () => (await unwrap(draftCalls.$get({ param: { section, key } }))).draft as ServerDraft | null,
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

export interface DraftSave extends Place {
  text: FormText;
  metadata: ItemMetadata;
  baseVersion: number | null;
  /** The version that the text continues; undefined for a new draft. */
  version: number | undefined;
}

/** @throws ApiError with the current draft if another editor has saved it */
export async function saveServerDraft({ section, key, text, metadata, baseVersion, version }: DraftSave) {
  const json = { value: text.value, metadata: withTitle(metadata, text), baseVersion };
  const headers: Record<string, string> =
    version === undefined ? { 'If-None-Match': '*' } : { 'If-Match': `"${version}"` };
  const init = { keepalive: JSON.stringify(json).length < maxKeepaliveLength };
  const { draft } = await unwrap(draftCalls.$put({ param: { section, key }, json }, { headers, init }));
  return draft as ServerDraft;
}

/** Discards the given version of a draft; the newest one by default. Returns the id with which it can be restored, or null. */
export async function discardServerDraft({ section, key }: Place, version?: number): Promise<number | null> {
  const headers: Record<string, string> = version === undefined ? {} : { 'If-Match': `"${version}"` };
  return (await unwrap(draftCalls.$delete({ param: { section, key } }, { headers }))).discarded;
}

interface DraftScheduleRequest extends Place {
  at: string;
  version: number;
  /** The key that the item will have. */
  target: string;
  unlisted: boolean | undefined;
}

/** Publishes a version of the draft at a time, in ISO 8601. Returns the draft. */
export async function scheduleServerDraft({ section, key, ...json }: DraftScheduleRequest): Promise<ServerDraft> {
  const { draft } = await unwrap(draftCalls.schedule.$put({ param: { section, key }, json }));
  return draft as ServerDraft;
}

export async function cancelDraftSchedule({ section, key }: Place): Promise<void> {
  await unwrap(draftCalls.schedule.$delete({ param: { section, key } }));
}

/** Returns the question before a draft that was never published is discarded. */
export const askToDiscard = (title: string) => ({
  title: `Discard the draft “${title}”?`,
  text: 'It was never published. You can restore it under “Removed items”.',
  action: 'Discard draft',
});

/** Returns the drafts that were discarded before they were published, newest first. */
export function useDiscardedDrafts() {
  return useQuery({
    queryKey: [...draftsKey, 'discarded'],
    queryFn: async () => (await unwrap(api.client.drafts.discarded.$get())).discarded as DiscardedDraft[],
  });
}

/** Returns the restore of a discarded draft, with a message about it. */
export function useRestoreDraft() {
  const queryClient = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: ({ id }: { id: number; title: string }) =>
      unwrap(api.client.drafts.discarded[':id'].restore.$post({ param: { id: String(id) } })),
    onSuccess: (_, { title }) => toast({ text: `The draft “${title}” is restored.` }),
    onError: (error) => toast({ tone: 'danger', text: getErrorMessage(error, 'The draft could not be restored.') }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: draftsKey }),
  });
}

/** Returns a function that reports a discarded draft, with Undo. */
export function useDiscardReport() {
  const toast = useToast();
  const restore = useRestoreDraft();
  return (title: string, discarded: number | null) => {
    const undo = discarded !== null && { label: 'Undo', run: () => restore.mutate({ id: discarded, title }) };
    toast({ text: `The draft “${title}” is discarded.`, action: undo || undefined });
  };
}

import { useWindowEvent } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import type { ContentItem, ItemMetadata } from '@threadline/schema/content/content-item';
import type { ServerDraft } from '@threadline/schema/wire/drafts';
import { useEffect, useId, useRef, useState } from 'react';
import { draftsKey } from '../../../api/query-keys.ts';
import { formatClock, formatDateTime } from '../../../format/time.ts';
import { useSession } from '../../../session.tsx';
import { setUnsaved } from '../../../store/unsaved.ts';
import { type FormText, isEqual } from '../model/form-model.ts';
import { createDraftWriter, type DraftState } from './draft-writer.ts';
import { type LocalTextKey, readLocalText, removeLocalText } from './local-texts.ts';
import { discardServerDraft, saveServerDraft } from './server-drafts.ts';

interface DraftWriterOptions {
  place: { section: string; key: string };
  /** Where this browser keeps the text until the server has it. */
  localKey: LocalTextKey;
  metadata: ItemMetadata;
  baseVersion: number | null;
  /** The published text. A draft that becomes equal to it is discarded. */
  published: FormText | undefined;
}

/** Returns the writer of an open draft and its state. Text that is typed last is sent when the editor or the page closes. */
export function useDraftWriter(stored: ServerDraft | null, options: DraftWriterOptions) {
  const queryClient = useQueryClient();
  const latest = useRef(options);
  const [state, setState] = useState<DraftState>();
  const [writer] = useState(() =>
    createDraftWriter(stored, {
      onState: setState,
      async save(text, acknowledged) {
        const saved = await storeText(text, acknowledged?.version, latest.current);
        if (isEqual(readLocalText(latest.current.localKey)?.text, text)) removeLocalText(latest.current.localKey);
        if (!acknowledged || !saved) queryClient.invalidateQueries({ queryKey: draftsKey });
        return saved;
      },
    }),
  );
  const current = state ?? writer.state();
  useEffect(() => {
    latest.current = options;
  });
  useEffect(
    () => () => {
      writer.stop();
      queryClient.invalidateQueries({ queryKey: draftsKey });
    },
    [writer, queryClient],
  );
  useWindowEvent('visibilitychange', () => void writer.flush());
  useWindowEvent('pagehide', () => void writer.flush());
  useWindowEvent('online', () => void writer.flush());
  const isSignedIn = useSession().state.status === 'signed-in';
  useEffect(() => {
    if (isSignedIn) writer.flush();
  }, [writer, isSignedIn]);
  useUnsavedDraft(current, writer.flush);
  return { writer, state: current };
}

/** Returns null if the text is as published: it needs no draft. */
async function storeText(text: FormText, version: number | undefined, options: DraftWriterOptions) {
  const { place, metadata, baseVersion, published } = options;
  if (!published || !isEqual(text, published))
    return saveServerDraft({ ...place, text, metadata, baseVersion, version });
  if (version !== undefined) await discardServerDraft(place, version);
  return null;
}

/** Asks before text is lost that the server does not have. While it is on its way, leaving the screen loses nothing. */
function useUnsavedDraft({ phase }: DraftState, onSave: () => Promise<boolean>): void {
  const id = useId();
  const kind = phase === 'saved' ? undefined : phase === 'failed' || phase === 'conflict' ? 'open' : 'queued';
  useEffect(() => {
    setUnsaved(id, kind, { isStored: true, onSave });
    return () => setUnsaved(id, undefined);
  }, [id, kind, onSave]);
}

/** Whether visitors see an entry; undefined if they do not. */
type Visibility = 'Published' | 'Unlisted' | undefined;

export function getVisibility({ version, metadata }: Pick<ContentItem, 'version' | 'metadata'>): Visibility {
  if (version === 0 || metadata.hidden) return undefined;
  return metadata.unlisted ? 'Unlisted' : 'Published';
}

/**
 * Returns the state of a draft as a sentence.
 *
 * @param isReviewed changes stay pending until an editor publishes them
 */
export function describeDraft(
  { phase, acknowledged, problem }: DraftState,
  visibility: Visibility,
  isReviewed = false,
): string {
  if (phase === 'conflict') return 'Not saved: another user has changed this draft.';
  if (phase === 'failed') return `Not saved yet. ${problem} Your text stays in this browser.`;
  if (phase !== 'saved') return 'Saving…';
  if (!acknowledged) return visibility ?? '';
  const { schedule } = acknowledged;
  if (schedule && !schedule.problem) {
    const outcome = isReviewed ? 'Becomes a pending change' : 'Goes live';
    return `${outcome} ${formatDateTime(schedule.at)}`;
  }
  const time = formatClock(acknowledged.updatedAt);
  if (schedule) return `Not published ${formatDateTime(schedule.at)}: ${schedule.problem} Saved ${time}`;
  return visibility ? `${visibility}, with unpublished changes. Saved ${time}` : `Draft. Saved ${time}`;
}

/**
 * Returns the answer to Save, once the server has the draft.
 *
 * @param isUnchanged the server had it already
 */
export function describeSave(
  { acknowledged }: Pick<DraftState, 'acknowledged'>,
  { isUnchanged, visibility }: { isUnchanged: boolean; visibility: Visibility },
): string {
  if (!acknowledged) return visibility ? 'No changes to save: this text is published.' : 'Nothing to save yet.';
  const saved = isUnchanged ? `Already saved at ${formatClock(acknowledged.updatedAt)}.` : 'Saved.';
  const { schedule } = acknowledged;
  if (schedule && !schedule.problem) return `${saved} It is scheduled for ${formatDateTime(schedule.at)}.`;
  return `${saved} ${visibility ? 'The changes are' : 'The draft is'} not published yet.`;
}

import type { ContentItem } from '@threadline/schema/content/content-item';
import { getField } from '@threadline/schema/content/form-field';
import type { ServerDraft } from '@threadline/schema/wire/drafts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useUser } from '../../../session.tsx';
import { getLastChange } from '../../../store/last-changes.ts';
import { getItemId } from '../model/content-query.ts';
import { blankValue, completeValue, type FormText, isEqual } from '../model/form-model.ts';
import type { NamedList, ShownItem } from '../model/section-model.ts';
import { type LocalText, readLocalText, removeLocalText, storeLocalText } from '../saving/local-texts.ts';
import type { ContentMutations } from '../saving/use-content-mutations.ts';
import { useDraftWriter } from '../saving/use-draft-writer.ts';

export interface DraftSessionOptions {
  /** The entry. One that was never published has version 0. */
  shown: ShownItem;
  list: NamedList;
  mutations: ContentMutations;
  /** Returns whether no other entry has the key. */
  isFree: (key: string) => boolean;
  /** Called with the key of an entry that was published for the first time. */
  onCreated: (key: string) => void;
}

/** The published text that a draft started from. */
interface Base {
  version: number | null;
  text: FormText | undefined;
}

/** The text that the editor begins with. */
interface Start {
  /** Rises with each text that replaces the one on the screen. */
  number: number;
  text: FormText | undefined;
  /** Text that only this browser has. Its author decides about it first. */
  offered?: LocalText | undefined;
}

/** Two texts of one draft. */
export interface TwoTexts {
  base: FormText | undefined;
  mine: FormText;
  theirs: ServerDraft;
}

/** Returns the state of an open draft: its texts here and on the server, and the decisions that are open. */
export function useDraftSession({ shown, list, mutations }: DraftSessionOptions, stored: ServerDraft | null) {
  const { definition } = shown;
  const field = getField(definition.schema);
  const toText = ({ value, metadata }: Pick<ContentItem, 'value' | 'metadata'>): FormText => ({
    value: completeValue(field, value),
    title: metadata.title ?? '',
  });
  // The edit keeps the version it started from when the list changes underneath.
  const [item, setItem] = useState(shown.item);
  const { section, key } = item;
  const localKey = { userId: useUser()._id, id: getItemId(item) };
  const published = item.version > 0 ? toText(item) : undefined;
  const [base, setBase] = useState<Base>(() =>
    stored
      ? { version: stored.baseVersion, text: stored.base ? toText(stored.base) : undefined }
      : { version: item.version || null, text: published },
  );
  const { writer, state } = useDraftWriter(stored, {
    place: { section, key },
    localKey,
    metadata: item.metadata,
    baseVersion: base.version,
    published: base.version === item.version ? published : undefined,
  });
  /** The text that the server has. */
  const [blank] = useState<FormText>(() => ({ value: blankValue(field), title: '' }));
  const acknowledged = state.acknowledged ? toText(state.acknowledged) : (base.text ?? blank);

  /** The key under which a new entry is being published. */
  const [newKey, setNewKey] = useState<string>();
  const queueId = getItemId({ section, key: newKey ?? key });
  const queued = mutations.queue[queueId];
  const [start, setStart] = useState<Start>(() => {
    const local = queued ? undefined : readLocalText(localKey);
    const offered = local && !isEqual(local.text, acknowledged) ? local : undefined;
    return { number: 0, text: queued?.edit?.text ?? (stored || !base.text ? acknowledged : undefined), offered };
  });
  const [conflict, setConflict] = useState<TwoTexts>();
  const [text, setText] = useState<FormText>();

  /** The text that is being published. */
  const sent = useRef<FormText>(undefined);

  function restart(next: FormText | undefined): void {
    setText(next);
    setStart(({ number }) => ({ number: number + 1, text: next }));
  }

  /** Compares the draft with a newer published text from now on. */
  function rebase(newer: ContentItem): Base {
    const next = { version: newer.version, text: toText(newer) };
    setItem(newer);
    setBase(next);
    return next;
  }

  /** Keeps a text in this browser until the server has it. */
  function save(next: FormText): void {
    storeLocalText(localKey, { text: next, base: acknowledged, version: state.acknowledged?.version ?? 0 });
    writer.change(next);
  }

  /** Goes on with an item that was published here, or whose publication was undone. The text on the screen stays. */
  const follow = useEffectEvent((newer: ContentItem) => {
    if (newer.version === item.version || !isOwnChange(newer)) return;
    const next = rebase(newer).text;
    const published = sent.current;
    sent.current = undefined;
    if (!text || !next || isEqual(text, next)) return;
    // The server has completed what was published.
    if (isEqual(text, published)) restart(next);
    else save(text);
  });
  useEffect(() => follow(shown.item), [shown.item]);

  return {
    ...{
      definition,
      list,
      item,
      base,
      published,
      writer,
      state,
      acknowledged,
      start,
      conflict,
      text,
      localKey,
      toText,
    },
    isPublic: published !== undefined && !item.metadata.hidden,
    queueId,
    queued: queued?.edit && queued,
    isPublishing: queued?.state === 'sending',
    setNewKey,
    setConflict,
    restart,
    rebase,

    /** Remembers a text that is being published. */
    setSent(next: FormText): void {
      sent.current = next;
    },

    /** Shows a merged text, and saves it. */
    continueWith(merged: FormText): void {
      setConflict(undefined);
      restart(merged);
      writer.change(merged);
    },

    /** Shows the published text after its draft was discarded. */
    showPublished(): void {
      writer.settle(null);
      restart(rebase(item).text);
    },

    /** Keeps each text in this browser until the server has it. */
    onText(next: FormText): void {
      setText(next);
      // While another text is on its way, the server is about to have that one.
      if (isEqual(next, acknowledged) && writer.state().phase !== 'saving') {
        removeLocalText(localKey);
        writer.forget();
        return;
      }
      save(next);
    },
  };
}

/** Returns whether the newest change in this window has created this version of an item. */
function isOwnChange(item: ContentItem): boolean {
  const inverse = getLastChange()?.inverse;
  return inverse?.kind === 'save' && getItemId(inverse) === getItemId(item) && inverse.version === item.version;
}

export type DraftSession = ReturnType<typeof useDraftSession>;

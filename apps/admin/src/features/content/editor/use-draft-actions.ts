import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ContentItem } from '@threadline/schema/content/content-item';
import { getItemTitle } from '@threadline/schema/content/item-name';
import { getAddress, isReservedKey } from '@threadline/schema/content/link-targets';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { getErrorMessage } from '../../../api/client.ts';
import { quote } from '../../../format/quote.ts';
import type { LastChange } from '../../../store/last-changes.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import { messages } from '../../../ui/messages.ts';
import { useToast } from '../../../ui/toast.tsx';
import { useCloseOtherToasts, useCloseToast } from '../../../ui/use-close-toast.ts';
import { showSaved } from '../../preview/host/preview-overrides.ts';
import { createUnlisting, describeUnlisting } from '../articles/unlisting.ts';
import { useArticleReport } from '../articles/use-article-report.tsx';
import { getItemId } from '../model/content-query.ts';
import { type FormText, isEqual, withTitle } from '../model/form-model.ts';
import { createKey } from '../model/section-model.ts';
import { removeLocalText } from '../saving/local-texts.ts';
import { askToDiscard, discardServerDraft, useDiscardReport } from '../saving/server-drafts.ts';
import { storeScroll } from './stored-scroll.ts';
import type { DraftSession, DraftSessionOptions } from './use-draft-session.ts';
import { useScheduling } from './use-scheduling.ts';

const discardChanges = {
  title: 'Discard your changes?',
  text: 'The published text stays as it is.',
  action: 'Discard changes',
};

/** Returns the actions of an open draft. */
export function useDraftActions(options: DraftSessionOptions, session: DraftSession) {
  const { mutations, onCreated } = options;
  const { item, isPublic, published, writer, localKey, queueId } = session;
  const { section, key } = item;
  const confirm = useConfirm();
  const toast = useToast();
  const reportDiscarded = useDiscardReport();

  // The card of a new entry takes the focus, which the editor has until it is removed.
  const afterClose = useRef<() => void>(undefined);
  useLayoutEffect(() => () => afterClose.current?.(), []);
  const { isFromArticles, close, goBack, reopen, openEntry, openHistory } = useEditorNavigation({ section, key });
  const { report, closeReport } = useEntryReport(item, { mutations, isFromArticles });

  const getFreeKey = (text: FormText) => createFreeKey(text, session, options);
  const getTitle = () => getEntryTitle(session);

  /** Closes the editor. The draft stays. */
  async function leave(): Promise<void> {
    const isSaved = await writer.flush();
    const question = {
      title: 'Close without saving the draft?',
      text: `${writer.state().problem} Your text stays in this browser, and is offered when you open the entry again.`,
      action: 'Close',
      cancel: 'Keep editing',
    };
    if (!isSaved && !(await confirm(question))) return;
    mutations.dismiss(queueId);
    goBack();
  }

  /** Publishes the text by the ordinary save of its item, once the server has the draft. The editor stays open. */
  async function publish(
    written: FormText,
    { base = session.base, unlisted = item.metadata.unlisted } = {},
  ): Promise<boolean> {
    closeReport();
    if (!(await writer.flush())) return false;
    const draft = writer.state().acknowledged;
    const { hidden: _, unlisted: __, ...others } = withTitle(item.metadata, written);
    const metadata = { ...others, ...(unlisted && { unlisted }) };
    const target = published ? key : getFreeKey(written);
    if (published) session.setSent(written);
    else session.setNewKey(target);
    const onSaved = () => {
      const undo = (last: LastChange) => toHiding(last, { value: written.value, metadata });
      const text = describePublication({ isPublic, unlisted });
      const address = getAddress(section, target, written.value);
      report({ about: getItemId({ section, key: target }), text, address, undoLabel: 'Undo publishing' }, undo);
      if (published) {
        // The server has removed this version of the draft. Text that was typed since is a new one.
        if (writer.state().acknowledged?.version === draft?.version) writer.settle(null);
        return;
      }
      showSaved({ section, key: target });
      storeScroll(getItemId({ section, key: target }));
      afterClose.current = () => onCreated(target);
      openEntry(target);
    };
    const isSaved = mutations.run(
      {
        kind: 'save',
        section,
        key: target,
        value: written.value,
        metadata,
        version: published ? (base.version ?? undefined) : undefined,
        draft: draft ? { key, version: draft.version } : undefined,
      },
      { edit: { text: written, base: base.text, localId: localKey.id }, onSaved, onFailed: reopen },
    );
    return isSaved;
  }

  /**
   * Removes the draft here and on the server. Returns undefined if the server did not do it, else the id with which the
   * draft can be restored, or null.
   */
  async function removeBoth(): Promise<number | null | undefined> {
    try {
      const discarded = writer.state().acknowledged ? await discardServerDraft({ section, key }) : null;
      writer.forget();
      removeLocalText(localKey);
      return discarded;
    } catch (error) {
      toast({ tone: 'danger', text: getErrorMessage(error, 'The draft could not be discarded.') });
      return undefined;
    }
  }

  const scheduling = useScheduling(session, getFreeKey);

  return {
    ...{ getFreeKey, leave, openHistory, publish, edit: createEdit(session, closeReport) },
    ...scheduling,

    async discard(): Promise<void> {
      const { text } = session;
      if (!(await confirm(published ? discardChanges : askToDiscard(getTitle())))) return;
      // The text that was typed last can be restored, too.
      if (!published && !(await writer.flush())) return toast(notDiscarded);
      const discarded = await removeBoth();
      if (discarded === undefined) return;
      mutations.dismiss(queueId);
      if (!published) {
        goBack();
        reportDiscarded(getTitle(), discarded);
        return;
      }
      session.showPublished();
      const undo = text && { label: 'Undo', run: () => session.continueWith(text) };
      toast({ about: getItemId(item), text: 'Changes discarded.', action: undo });
    },

    /** Takes the published text out of all lists, or lists it again. The draft stays. */
    async toggleUnlisted(): Promise<void> {
      const { question, done } = describeUnlisting(item, getTitle());
      if (!(await confirm(question))) return;
      closeReport();
      await writer.flush();
      const onSaved = () => report({ about: getItemId(item), text: done });
      mutations.run(createUnlisting(item), { onSaved });
    },

    /** Takes the entry off the site. Its published text and its draft stay. */
    async unpublish(): Promise<void> {
      closeReport();
      await writer.flush();
      const { value, metadata, version } = item;
      // The user may keep it because of the links to it.
      const isDone = await mutations.run(
        { kind: 'save', section, key, value, metadata: { ...metadata, hidden: true }, version },
        { onSaved: () => report({ name: getTitle(), text: `${quote(getTitle())} is unpublished.` }) },
      );
      if (isDone) goBack();
    },

    /** Drops the draft for the published text of another editor. */
    async acceptPublished(): Promise<void> {
      if ((await removeBoth()) === undefined) return;
      await mutations.acceptServer(queueId);
      close();
    },

    /** Returns to the form with our text, compared with the newer published one from now on. */
    reopenWith: (merged: FormText) => mutations.reopenWithServerBase(queueId, merged),
  };
}

/** Returns a function that keeps a text. An edit closes the report of a publication: Undo would be taken for that of the edit. */
function createEdit({ published, acknowledged, onText }: DraftSession, closeReport: () => void) {
  return (next: FormText): void => {
    if (published && !isEqual(next, acknowledged)) closeReport();
    onText(next);
  };
}

const notDiscarded = {
  tone: 'danger',
  text: 'The draft was not discarded, because its newest text is not saved yet.',
} as const;

function getEntryTitle({ definition, text, acknowledged }: DraftSession): string {
  const { value, title } = text ?? acknowledged;
  return getItemTitle({ value, metadata: { title } }, definition);
}

/** Returns a key for a new entry, made of the chosen address or of its title. */
function createFreeKey(
  { value, title }: FormText,
  { definition, item: { section } }: DraftSession,
  { list, isFree }: DraftSessionOptions,
): string {
  const { address } = Object(value) as { address?: string };
  const name = address || title || getItemTitle({ value, metadata: {} }, definition);
  return createKey(list, name, (key) => isFree(key) && !isReservedKey(section, key));
}

/** Returns what a publication did. */
function describePublication({ isPublic, unlisted }: { isPublic: boolean; unlisted: boolean | undefined }): string {
  if (isPublic) return 'Changes published.';
  return unlisted ? 'Published, unlisted: only people with the link find it.' : 'Published.';
}

/** Returns functions that report a change of an entry, and that close the report of its publication, as leaving it does. */
function useEntryReport(
  item: ContentItem,
  { mutations, isFromArticles }: Pick<DraftSessionOptions, 'mutations'> & { isFromArticles: boolean },
) {
  const showReport = useArticleReport(mutations);
  const report: typeof showReport = (message, ...undo) =>
    showReport({ title: isFromArticles ? undefined : messages.contentSaved, ...message }, ...undo);
  useCloseOtherToasts(getItemId(item));
  const closeToast = useCloseToast();
  const closeReport = () => closeToast(getItemId(item));
  const onLeft = useEffectEvent(closeReport);
  useEffect(() => () => onLeft(), []);
  return { report, closeReport };
}

/** Returns functions that close an editor, return to the list from which it was opened, and open it again. */
function useEditorNavigation({ section, key }: Pick<ContentItem, 'section' | 'key'>) {
  const navigate = useNavigate();
  const isFromArticles = useSearch({ from: '/signed-in/content', select: ({ from }) => from === 'articles' });
  const opened = { section, item: key, ...(isFromArticles && { from: 'articles' as const }) };
  const close = () => navigate({ to: '/content', search: { section } });
  return {
    isFromArticles,
    close,
    goBack: () => (isFromArticles ? navigate({ to: '/articles' }) : close()),
    /** Shows a new entry under its own key. */
    openEntry: (created: string) =>
      void navigate({ to: '/content', search: { ...opened, item: created }, replace: true }),
    /** Leaves the editor. Its text is saved as a draft. */
    openHistory: () => void navigate({ to: '/content/history', search: opened }),
    /** Opens the editor unless another one is open. */
    reopen: () => navigate({ to: '/content', search: (now) => ('item' in now && now.item ? now : opened) }),
  };
}

/** Returns an Undo that takes a new article off the site, and keeps its text in the list. */
function toHiding(last: LastChange, { value, metadata }: Pick<ContentItem, 'value' | 'metadata'>): LastChange {
  const { inverse } = last;
  if (inverse.kind !== 'remove') return last;
  return { ...last, inverse: { ...inverse, kind: 'save', value, metadata: { ...metadata, hidden: true } } };
}

export type DraftActions = ReturnType<typeof useDraftActions>;

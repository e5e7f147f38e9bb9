import { getField } from '@threadline/schema/content/form-field';
import { getItemTitle, isNamed } from '@threadline/schema/content/item-name';
import { getAddress } from '@threadline/schema/content/link-targets';
import { toIndianDay } from '@threadline/schema/primitives/indian-time';
import { isRichText } from '@threadline/schema/rich-text/rich-text';
import { getReadingMinutes, getWordCount } from '@threadline/schema/rich-text/to-text';
import type { ServerDraft } from '@threadline/schema/wire/drafts';
import { formatCount } from '../../../format/numbers.ts';
import { LoadFailure, SkeletonRows } from '../../../ui/states.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { useRootAttribute } from '../../../ui/use-root-attribute.ts';
import { usePublishStatus } from '../../publishing/publishing-events.ts';
import { getItemId } from '../model/content-query.ts';
import type { FormText } from '../model/form-model.ts';
import { getEditorMessage } from '../saving/save-queue.ts';
import { useStoredDraft } from '../saving/server-drafts.ts';
import { describeDraft, describeSave, getVisibility } from '../saving/use-draft-writer.ts';
import { hasFormattedText } from './article-layout.tsx';
import { DraftConflict, DraftConflictNotice, OfferedText, PublishConflict } from './draft-decisions.tsx';
import { DraftMenu } from './draft-menu.tsx';
import type { FormChoices } from './field-frame.tsx';
import { ItemEditor } from './item-editor.tsx';
import { MoreMenu } from './more-menu.tsx';
import { describeProposals, followText } from './proposed-details.ts';
import { ScheduleNotice } from './schedule-notice.tsx';
import { type DraftActions, useDraftActions } from './use-draft-actions.ts';
import { type DraftSession, type DraftSessionOptions, useDraftSession } from './use-draft-session.ts';

interface DraftEditorProps extends DraftSessionOptions {
  choices: FormChoices;
  focus: string | undefined;
}

/** The editor of an entry that is written as a draft. It reads the draft first. */
export function DraftEditor(props: DraftEditorProps) {
  const query = useStoredDraft(props.shown.item);
  if (query.error) {
    return <LoadFailure heading="The draft could not be loaded." error={query.error} onRetry={() => query.refetch()} />;
  }
  // Not the list for a moment: the text will cover the screen.
  const isFull = hasFormattedText(getField(props.shown.definition.schema));
  if (!query.isFetchedAfterMount) return isFull ? <EmptyWriter /> : <SkeletonRows rows={4} />;
  return <LoadedDraftEditor {...props} stored={query.data ?? null} />;
}

function EmptyWriter() {
  useRootAttribute('data-writer', 'none');
  return (
    <div data-writing="none">
      <SkeletonRows rows={4} />
    </div>
  );
}

function LoadedDraftEditor({ stored, choices, focus, ...options }: DraftEditorProps & { stored: ServerDraft | null }) {
  const session = useDraftSession(options, stored);
  const actions = useDraftActions(options, session);
  const parts = { session, actions, choices };
  if (session.start.offered) return <OfferedText {...parts} stored={stored} offered={session.start.offered} />;
  if (session.conflict) return <DraftConflict {...parts} conflict={session.conflict} />;
  const { queued } = session;
  if (queued?.edit && queued.serverVersion) {
    return <PublishConflict {...parts} edit={queued.edit} theirs={queued.serverVersion} />;
  }
  return <WrittenDraft {...parts} focus={focus} />;
}

interface WrittenDraftProps {
  session: DraftSession;
  actions: DraftActions;
  choices: FormChoices;
  focus: string | undefined;
}

function WrittenDraft({ session, actions, choices, focus }: WrittenDraftProps) {
  const { definition, list, item, base, start, queued, isPublishing, published, text, state } = session;
  const exists = published !== undefined;
  const isReviewed = usePublishStatus()?.review;
  const written = text ?? start.text ?? base.text;
  const hasName = written && isNamed({ value: written.value, metadata: { title: written.title } }, definition);
  const key = exists ? item.key : hasName && actions.getFreeKey(written);
  const address = key ? getAddress(item.section, key, written?.value) : undefined;
  const { proposals, complete } = getProposals(session, choices, written);
  const save = useReportedSave(session);
  const shownChoices = { ...choices, address, isDraft: true, proposals };
  return (
    <ItemEditor
      key={`${start.number} ${queued && !isPublishing ? 'refused' : ''}`}
      previewed={{ section: item.section, key: item.key, isNew: !exists }}
      definition={definition}
      title={hasName ? getItemTitle({ value: written.value, metadata: {} }, definition) : `New ${list.itemTitle}`}
      saved={base.text}
      initialText={text ?? start.text}
      choices={shownChoices}
      serverErrors={queued?.errors}
      focus={focus}
      message={state.phase === 'conflict' ? <DraftConflictNotice session={session} /> : getEditorMessage(queued)}
      note={exists || !address ? undefined : () => `Page link: ${address}`}
      onUnsavedText={() => undefined}
      onSave={(written) => actions.publish(written)}
      onCancel={actions.leave}
      drafting={{
        status: isPublishing ? 'Publishing…' : describeDraft(state, getVisibility(item), isReviewed),
        length: formatLength(written),
        complete,
        day: getScheduledDay(state),
        onText: actions.edit,
        onSave: session.writer.flush,
        onSubmit: save,
        renderNotice: (check) => <ScheduleNotice state={state} onSchedule={actions.schedule} check={check} />,
        renderMenu: (form) => <DraftMenu session={session} actions={actions} form={form} choices={shownChoices} />,
        more: <DraftMoreMenu session={session} actions={actions} />,
      }}
    />
  );
}

/** Returns the day on which a draft is published; undefined without a schedule. */
function getScheduledDay({ acknowledged }: DraftSession['state']): string | undefined {
  const { schedule } = acknowledged ?? {};
  return schedule && !schedule.problem ? toIndianDay(new Date(schedule.at)) : undefined;
}

function DraftMoreMenu({ session, actions }: Pick<WrittenDraftProps, 'session' | 'actions'>) {
  const { list, item, isPublic, isPublishing, published, state } = session;
  return (
    <MoreMenu
      itemTitle={list.itemTitle}
      isPublished={published !== undefined}
      onHistory={published && actions.openHistory}
      isUnlisted={item.metadata.unlisted ?? false}
      onToggleUnlisted={isPublic && !isPublishing ? actions.toggleUnlisted : undefined}
      onDiscard={state.acknowledged ? actions.discard : undefined}
    />
  );
}

/** Returns a function that saves a draft and says so. The state of the draft names the reason if the server did not take it. */
function useReportedSave({ item, writer }: DraftSession) {
  const toast = useToast();
  return async () => {
    const isUnchanged = writer.state().phase === 'saved';
    if (!(await writer.flush())) return;
    const text = describeSave(writer.state(), { isUnchanged, visibility: getVisibility(item) });
    toast({ about: getItemId(item), text });
  };
}

/** Returns the proposals for a new article. A published one keeps what its readers know. */
function getProposals({ list, published }: DraftSession, { articleDefaults }: FormChoices, written?: FormText) {
  if (published || list.name !== 'articles' || !articleDefaults) return {};
  return {
    proposals: describeProposals(Object(written?.value), articleDefaults),
    complete: (before: FormText, after: FormText) => followText(before, after, articleDefaults),
  };
}

/** Returns the number of words, and how long they take to read, as the site says it. */
function formatLength(text: FormText | undefined): string {
  const body = Object.values((text?.value ?? {}) as object).find(isRichText);
  if (!body) return '';
  const count = getWordCount(body);
  const words = formatCount(count, 'word');
  return count === 0 ? words : `${words} · ${getReadingMinutes(body)} min read`;
}

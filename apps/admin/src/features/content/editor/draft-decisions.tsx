import type { ContentItem } from '@threadline/schema/content/content-item';
import type { ServerDraft } from '@threadline/schema/wire/drafts';
import { TextButton } from '../../../ui/text-button.tsx';
import type { Draft } from '../model/form-model.ts';
import { removeDraft, type StoredDraft, storeDraft } from '../saving/drafts.ts';
import type { Edit } from '../saving/save-queue.ts';
import type { FormChoices } from './field-frame.tsx';
import { ConflictView, RestoreDraftPrompt } from './open-editor.tsx';
import type { DraftActions } from './use-draft-actions.ts';
import type { DraftSession, TwoTexts } from './use-draft-session.ts';

interface DecisionProps {
  session: DraftSession;
  actions: DraftActions;
  choices: FormChoices;
}

/** Offers text that only this browser has: the connection, the session or the browser ended before it was saved. */
export function OfferedDraft({
  session,
  stored,
  offered,
}: DecisionProps & { stored: ServerDraft | null; offered: StoredDraft }) {
  const { definition, acknowledged, base, localKey, restart, setConflict } = session;
  return (
    <RestoreDraftPrompt
      definition={definition}
      stored={offered}
      saved={stored ? acknowledged : base.text}
      onDrop={() => {
        removeDraft(localKey);
        restart(stored || !base.text ? acknowledged : undefined);
      }}
      onRestore={() => {
        restart(offered.draft);
        if (stored && offered.version !== stored.version)
          setConflict({ base: offered.base, mine: offered.draft, theirs: stored });
      }}
    />
  );
}

/** Says that another editor has changed the draft, and that the text on the screen is not lost. */
export function DraftConflictNotice({
  session: { state, acknowledged, text, writer, setConflict },
}: Pick<DecisionProps, 'session'>) {
  const { theirs, problem } = state;
  const keep = () => {
    writer.settle(null);
    if (text) writer.change(text);
  };
  return (
    <>
      <strong>Your newest text is not saved.</strong> {problem} Your text is not lost: it stays in this browser.{' '}
      {theirs && text ? (
        <TextButton onClick={() => setConflict({ base: acknowledged, mine: text, theirs })}>
          Compare and merge
        </TextButton>
      ) : (
        <TextButton onClick={keep}>Keep my text as a draft</TextButton>
      )}
    </>
  );
}

/** Merges two texts of one draft. */
export function DraftConflict({ session, choices, conflict }: DecisionProps & { conflict: TwoTexts }) {
  const { definition, item, writer, localKey, toText } = session;
  const { base, mine, theirs } = conflict;
  const adopt = (merged: Draft) => {
    writer.settle(theirs);
    session.continueWith(merged);
  };
  return (
    <ConflictView
      definition={definition}
      base={base}
      mine={mine}
      theirs={{ ...item, ...theirs }}
      choices={choices}
      onSave={adopt}
      onEdit={adopt}
      onDraft={(draft) => draft && storeDraft(localKey, { draft, base: toText(theirs), version: theirs.version })}
      onTakeTheirs={() => {
        removeDraft(localKey);
        writer.forget();
        writer.settle(theirs);
        session.setConflict(undefined);
        session.restart(toText(theirs));
      }}
    />
  );
}

/** Merges a draft with a text that was published after the draft had been begun. */
export function PublishConflict({
  session,
  actions,
  choices,
  edit,
  theirs,
}: DecisionProps & { edit: Edit; theirs: ContentItem }) {
  const { definition, localKey } = session;
  const adopt = (merged: Draft) => {
    const base = session.rebase(theirs);
    actions.reopenWith(merged);
    session.continueWith(merged);
    return base;
  };
  return (
    <ConflictView
      definition={definition}
      base={edit.base}
      mine={edit.draft}
      theirs={theirs}
      choices={choices}
      onSave={(merged) => actions.publish(merged, { base: adopt(merged), unlisted: theirs.metadata.unlisted })}
      onEdit={adopt}
      onDraft={(draft) => draft && storeDraft(localKey, { draft, base: edit.base, version: 0 })}
      onTakeTheirs={actions.acceptPublished}
    />
  );
}

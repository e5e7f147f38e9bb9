import type { ContentItem } from '@threadline/schema/content/content-item';
import type { ServerDraft } from '@threadline/schema/wire/drafts';
import { TextButton } from '../../../ui/text-button.tsx';
import type { FormText } from '../model/form-model.ts';
import { type LocalText, removeLocalText, storeLocalText } from '../saving/local-texts.ts';
import type { Edit } from '../saving/save-queue.ts';
import type { FormChoices } from './field-frame.tsx';
import { ConflictView, RestoreTextPrompt } from './open-editor.tsx';
import type { DraftActions } from './use-draft-actions.ts';
import type { DraftSession, TwoTexts } from './use-draft-session.ts';

interface DecisionProps {
  session: DraftSession;
  actions: DraftActions;
  choices: FormChoices;
}

/** Offers text that only this browser has: the connection, the session or the browser ended before it was saved. */
export function OfferedText({
  session,
  stored,
  offered,
}: DecisionProps & { stored: ServerDraft | null; offered: LocalText }) {
  const { definition, acknowledged, base, localKey, restart, setConflict } = session;
  return (
    <RestoreTextPrompt
      definition={definition}
      stored={offered}
      saved={stored ? acknowledged : base.text}
      onDrop={() => {
        removeLocalText(localKey);
        restart(stored || !base.text ? acknowledged : undefined);
      }}
      onRestore={() => {
        restart(offered.text);
        if (stored && offered.version !== stored.version)
          setConflict({ base: offered.base, mine: offered.text, theirs: stored });
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
  const adopt = (merged: FormText) => {
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
      onUnsavedText={(text) =>
        text && storeLocalText(localKey, { text, base: toText(theirs), version: theirs.version })
      }
      onTakeTheirs={() => {
        removeLocalText(localKey);
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
  const adopt = (merged: FormText) => {
    const base = session.rebase(theirs);
    actions.reopenWith(merged);
    session.continueWith(merged);
    return base;
  };
  return (
    <ConflictView
      definition={definition}
      base={edit.base}
      mine={edit.text}
      theirs={theirs}
      choices={choices}
      onSave={(merged) => actions.publish(merged, { base: adopt(merged), unlisted: theirs.metadata.unlisted })}
      onEdit={adopt}
      onUnsavedText={(text) => text && storeLocalText(localKey, { text, base: edit.base, version: 0 })}
      onTakeTheirs={actions.acceptPublished}
    />
  );
}

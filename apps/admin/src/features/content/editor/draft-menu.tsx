import { useEffect, useRef, useState } from 'react';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { getItemId } from '../model/content-query.ts';
import { isEqual } from '../model/form-model.ts';
import type { FormChoices } from './field-frame.tsx';
import type { DraftForm } from './item-editor.tsx';
import { PublishMenu } from './publish-menu.tsx';
import { findPublishNotes } from './publish-notes.ts';
import { restoreScroll } from './stored-scroll.ts';
import type { DraftActions } from './use-draft-actions.ts';
import type { DraftSession } from './use-draft-session.ts';

const PublishDialog = lazyComponent('PublishDialog', () => import('./publish-dialog.tsx'), {
  label: 'The step before publishing',
  isDialog: true,
});

interface DraftMenuProps {
  session: DraftSession;
  actions: DraftActions;
  form: DraftForm;
  choices: FormChoices;
}

/** The menu "Publish", with the step before publishing, which also asks for the time of a schedule. */
export function DraftMenu({ session, actions, form, choices }: DraftMenuProps) {
  const { item, list, isPublishing, isPublic, published, text, state } = session;
  const [asked, setAsked] = useState<{ unlisted: boolean; isScheduling?: boolean }>();
  const button = useRef<HTMLButtonElement>(null);
  const id = getItemId(item);
  // An entry that was published for the first time has a new editor, under its own key.
  useEffect(() => restoreScroll(id, button.current), [id]);
  const isNews = !isPublic || (text !== undefined && !isEqual(text, published));
  const isUnlisted = item.metadata.unlisted ?? false;
  const isScheduled = Boolean(state.acknowledged?.schedule);
  const needsStep = () => findPublishNotes(form.text.value).length > 0 || Object.keys(form.errors).length > 0;
  /** Shows the step for a first publication, and where something may have been overlooked. */
  const publish = (unlisted: boolean) => () => {
    if (!isPublic || needsStep()) setAsked({ unlisted });
    else form.check((written) => actions.publish(written, { unlisted }), 'publish');
  };
  const schedule = async (at: string) => {
    if (await actions.schedule(form.text, at)) cancel();
  };
  const cancel = () => {
    setAsked(undefined);
    button.current?.focus();
  };
  return (
    <>
      <PublishMenu
        buttonRef={button}
        isUnlisted={isUnlisted}
        isScheduled={isScheduled}
        isPublic={isPublic}
        hasChanges={isNews}
        onPublish={isNews && !isPublishing ? publish(isUnlisted) : undefined}
        onToggleUnlisted={isPublishing ? undefined : actions.toggleUnlisted}
        onPublishOtherwise={isPublishing ? undefined : publish(!isUnlisted)}
        onSchedule={isNews && !isPublishing ? () => setAsked({ unlisted: isUnlisted, isScheduling: true }) : undefined}
        onCancelSchedule={isScheduled ? actions.cancelSchedule : undefined}
        onUnpublish={isPublic ? actions.unpublish : undefined}
      />
      {asked && (
        <PublishDialog
          itemTitle={list.itemTitle}
          isPublic={isPublic}
          isUnlisted={asked.unlisted}
          schedule={asked.isScheduling ? { at: state.acknowledged?.schedule?.at, onSchedule: schedule } : undefined}
          form={form}
          choices={choices}
          onPublish={async () => {
            await actions.publish(form.text, { unlisted: asked.unlisted });
            // The editor says why it was not published.
            setAsked(undefined);
          }}
          onShow={(pointer) => {
            setAsked(undefined);
            form.focus(pointer);
          }}
          onClose={cancel}
        />
      )}
    </>
  );
}

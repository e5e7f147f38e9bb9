import { Button as MantineButton, Stack, Textarea, TextInput } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconBrandWhatsapp, IconCheck, IconMail } from '@tabler/icons-react';
import { formatPhone } from '@threadline/schema/primitives/phone';
import type { Enquiry } from '@threadline/schema/wire/enquiry';
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { getErrorMessage, isApiError } from '../../../api/client.ts';
import { useFailedMail } from '../../../api/enquiry-counts.ts';
import { formatDateTime } from '../../../format/time.ts';
import { useUnsavedEdits } from '../../../store/open-edits.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { useConfirm, useQuestion } from '../../../ui/confirm.tsx';
import { ActionBar } from '../../../ui/panel.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { useShortcutKey } from '../../../ui/use-shortcuts.ts';
import type { useEnquiryActions } from './enquiries-query.ts';
import classes from './enquiry.module.css';
import { describeSending } from './mail-notice.tsx';
import {
  confirmDraft,
  createDraft,
  getMailLink,
  getWhatsappLink,
  type ReplyDraft,
  type ReplyText,
} from './reply-draft.ts';
import { SentReplies } from './sent-replies.tsx';
import { listUnsentReplies, type Message, useIsWaiting } from './unsent-replies.ts';
import type { UnsentReplies } from './use-status-change.ts';

interface EnquiryReplyProps {
  enquiry: Enquiry;
  /** The subject and the text that a new reply begins with. */
  template: ReplyText;
  reply: ReturnType<typeof useEnquiryActions>['reply'];
  /** Called when the enquiry was answered outside the admin; with the text of the reply if one was written here. */
  onMarkReplied: (reply: ReplyText | undefined, unsent: UnsentReplies) => Promise<unknown>;
  /** Closes the enquiry, or opens a closed one again. */
  onStatus: (status: 'closed' | 'read') => void;
}

/** The replies so far, and the form for the next one. */
export function EnquiryReply({ enquiry, template, reply, onMarkReplied, onStatus }: EnquiryReplyProps) {
  const [draft, setDraft] = useState<ReplyDraft>();
  const [initial, setInitial] = useState(template);
  const confirm = useConfirm();
  const ask = useQuestion();
  const toast = useToast();
  const failedMail = useFailedMail();
  const opener = useRef<HTMLButtonElement>(null);
  const isChanged = draft !== undefined && (draft.subject !== initial.subject || draft.text !== initial.text);
  useUnsavedEdits('enquiry-reply', isChanged);
  const unsent = enquiry.messages.filter(useIsWaiting());
  const open = (text: ReplyText, replaces: readonly Message[] = []) => {
    reply.reset();
    setInitial(text);
    setDraft(createDraft(text, enquiry, replaces));
  };
  const reuse = (message: Message) =>
    open({ subject: message.subject ?? '', text: message.text ?? '' }, unsent.includes(message) ? [message] : []);
  /** Asks first if a reply waits, so that its recipient does not get two. */
  const begin = async () => {
    const last = unsent.at(-1);
    if (!last) return open(template);
    const answer = await ask({
      title: 'A reply is already waiting',
      text: `“${last.subject}” of ${formatDateTime(last.createdAt)} has not been sent yet. Open it, or write a new reply that replaces it.`,
      action: 'Open it',
      alternative: 'Write a new reply',
      danger: false,
    });
    if (answer === 'action') reuse(last);
    if (answer === 'alternative') open(template, unsent);
  };
  useShortcutKey('r', () => {
    if (!draft) void begin();
  });
  const cancel = async () => {
    const question = {
      title: 'Discard your reply?',
      text: 'It has not been sent.',
      action: 'Discard',
      cancel: 'Keep writing',
    };
    if (!isChanged || (await confirm(question))) setDraft(undefined);
  };
  const send = (next: ReplyDraft) => {
    setDraft(next);
    const onSuccess = () => {
      setDraft(undefined);
      toast({
        text: failedMail
          ? `The reply waits in the outbox. ${describeSending(failedMail.mode, 'one')}`
          : 'The reply is being sent.',
      });
    };
    reply.mutate(next, { onSuccess });
  };
  const markReplied = async () => {
    const hasUnsent = listUnsentReplies(enquiry).length > 0;
    const text = `Use this if you replied elsewhere, such as by phone, on WhatsApp or from your own mailbox. The reply timer stops.${isChanged ? ' Your text is saved as a note.' : ''}`;
    const question = hasUnsent
      ? {
          text: `${text} A reply is still in the outbox: delete it, so that it is not sent later?`,
          action: 'Mark and delete the reply',
          alternative: 'Mark only',
        }
      : { text, action: 'Mark as replied' };
    const answer = await ask({ title: 'Mark as replied?', danger: false, ...question });
    if (answer === 'cancel') return;
    const unsent = answer === 'action' && hasUnsent ? 'delete' : 'keep';
    // A failure is shown above the form, which then stays.
    await onMarkReplied(isChanged ? draft : undefined, unsent).then(
      () => setDraft(undefined),
      () => undefined,
    );
  };
  return (
    <>
      <SentReplies messages={enquiry.messages} onReuse={draft ? undefined : reuse} />
      {draft ? (
        <ReplyForm
          enquiry={enquiry}
          draft={draft}
          reply={reply}
          onChange={setDraft}
          onSend={send}
          onCancel={cancel}
          onMarkReplied={markReplied}
          returnFocusTo={opener}
        />
      ) : (
        <ReplyBar enquiry={enquiry} opener={opener} onOpen={begin} onMarkReplied={markReplied} onStatus={onStatus} />
      )}
    </>
  );
}

interface ReplyBarProps extends Pick<EnquiryReplyProps, 'onStatus'> {
  enquiry: Enquiry;
  opener: RefObject<HTMLButtonElement | null>;
  onOpen: () => void;
  onMarkReplied: () => void;
}

function ReplyBar({ enquiry, opener, onOpen, onMarkReplied, onStatus }: ReplyBarProps) {
  const whatsapp = getWhatsappLink(enquiry);
  const canMark = isMarkable(enquiry);
  const isClosed = enquiry.status === 'closed';
  const StatusIcon = isClosed ? IconArchiveOff : IconArchive;
  return (
    <ActionBar className={classes.bar}>
      <Button ref={opener} variant="filled" leftSection={<IconMail size={18} aria-hidden="true" />} onClick={onOpen}>
        Reply by email
      </Button>
      {whatsapp && (
        <MantineButton
          component="a"
          variant="default"
          href={whatsapp}
          target="_blank"
          rel="noopener"
          leftSection={<IconBrandWhatsapp size={18} aria-hidden="true" />}
          onClick={canMark ? onMarkReplied : undefined}
        >
          WhatsApp
        </MantineButton>
      )}
      <MarkRepliedButton enquiry={enquiry} onClick={onMarkReplied} />
      {enquiry.status !== 'spam' && (
        <Button
          leftSection={<StatusIcon size={18} aria-hidden="true" />}
          onClick={() => onStatus(isClosed ? 'read' : 'closed')}
        >
          {isClosed ? 'Reopen enquiry' : 'Close enquiry'}
        </Button>
      )}
      {enquiry.phoneE164 && !whatsapp && (
        <small>
          No consent to WhatsApp: <a href={`tel:${enquiry.phoneE164}`}>call {formatPhone(enquiry.phoneE164)}</a>, or ask
          for it in your reply.
        </small>
      )}
    </ActionBar>
  );
}

/** Returns whether an enquiry has no answer yet. */
function isMarkable({ status, answeredAt }: Enquiry): boolean {
  return status !== 'spam' && status !== 'replied' && answeredAt === null;
}

function MarkRepliedButton({ enquiry, onClick }: { enquiry: Enquiry; onClick: () => void }) {
  if (!isMarkable(enquiry)) return null;
  return (
    <Button leftSection={<IconCheck size={18} aria-hidden="true" />} onClick={onClick}>
      Mark as replied
    </Button>
  );
}

interface ReplyFormProps extends Pick<EnquiryReplyProps, 'enquiry' | 'reply'> {
  draft: ReplyDraft;
  onMarkReplied: () => void;
  onChange: (draft: ReplyDraft) => void;
  onSend: (draft: ReplyDraft) => void;
  /** Asks before text is lost. */
  onCancel: () => void;
  returnFocusTo: RefObject<HTMLButtonElement | null>;
}

function ReplyForm(props: ReplyFormProps) {
  const { enquiry, draft, reply, onChange, onSend, onCancel, onMarkReplied, returnFocusTo } = props;
  const failedMail = useFailedMail();
  const replaced = enquiry.messages.findLast(({ id }) => draft.replaces?.includes(id));
  const text = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    text.current?.focus();
    text.current?.form?.scrollIntoView({ block: 'nearest' });
    return () => returnFocusTo.current?.focus();
  }, [returnFocusTo]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSend(draft);
  };
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onCancel();
  };
  return (
    <Stack component="form" className={classes.reply} onSubmit={submit} onKeyDown={cancelOnEscape}>
      <h3>Reply to {enquiry.email}</h3>
      {replaced && <p>This replaces the reply of {formatDateTime(replaced.createdAt)}, which has not been sent.</p>}
      {failedMail && (
        <Alert tone="warning">
          Email {failedMail.mode === 'files' ? 'is not set up' : 'does not work'}, so this site cannot send your reply.
          Send it from your own email app
          {getWhatsappLink(enquiry) && ', by WhatsApp'} or by phone, and mark the enquiry as replied. If you keep it in
          the outbox, the reply timer keeps running. {describeSending(failedMail.mode, 'one')}
        </Alert>
      )}
      {reply.error && (
        <Alert role="alert">
          {getErrorMessage(reply.error, 'The reply could not be saved. Try again.')}{' '}
          {isApiError(reply.error, 'conflict') && (
            <TextButton onClick={() => onSend(confirmDraft(draft))}>Send anyway</TextButton>
          )}
        </Alert>
      )}
      <TextInput
        label="Subject"
        maxLength={160}
        value={draft.subject}
        onChange={(event) => onChange({ ...draft, subject: event.currentTarget.value })}
      />
      <Textarea
        ref={text}
        label="Message"
        autosize
        minRows={8}
        maxRows={20}
        maxLength={10_000}
        value={draft.text}
        onChange={(event) => onChange({ ...draft, text: event.currentTarget.value })}
      />
      <ActionBar>
        {!failedMail && (
          <Button type="submit" variant="filled" loading={reply.isPending}>
            Send reply
          </Button>
        )}
        <MantineButton
          component="a"
          variant={failedMail ? 'filled' : 'default'}
          href={getMailLink(enquiry, draft)}
          onClick={isMarkable(enquiry) ? onMarkReplied : undefined}
        >
          Open in my email app
        </MantineButton>
        {failedMail && (
          <>
            <MarkRepliedButton enquiry={enquiry} onClick={onMarkReplied} />
            <Button type="submit" loading={reply.isPending}>
              Keep it in the outbox
            </Button>
          </>
        )}
        <Button onClick={onCancel}>Cancel</Button>
      </ActionBar>
    </Stack>
  );
}

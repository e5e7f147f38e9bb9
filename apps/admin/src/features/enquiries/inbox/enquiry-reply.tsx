import '@mantine/core/styles/Input.layer.css';
import { Textarea, TextInput } from '@mantine/core';
import { IconBrandWhatsapp, IconCheck, IconMail } from '@tabler/icons-react';
import type { Enquiry } from '@threadline/schema/enquiry';
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { isApiError, sentenceOf } from '../../../api/client.ts';
import { setUnsaved } from '../../../store/unsaved.ts';
import { Button } from '../../../ui/button.tsx';
import { useConfirm } from '../../../ui/confirm.tsx';
import detail from './detail.module.css';
import classes from './enquiries.module.css';
import { type useEnquiryActions, useEnquiryCounts } from './enquiries-query.ts';
import { type Draft, type ReplyWords, sentAllTheSame } from './reply-draft.ts';
import { mayWhatsapp, whatsappLink } from './whatsapp.ts';

interface EnquiryReplyProps {
  enquiry: Enquiry;
  /** Undefined while the form is closed. */
  written: Draft | undefined;
  isChanged: boolean;
  onOpen: () => void;
  onWrite: (written: Draft | undefined) => void;
  /** Asks before words are lost. */
  onCancel: () => void;
  reply: ReturnType<typeof useEnquiryActions>['reply'];
  /** The answer went another way. */
  onMarked: () => void;
}

/** The answer: from here, from the own mail program, or by WhatsApp, each with the reference. */
export function EnquiryReply(props: EnquiryReplyProps) {
  const { enquiry, written, isChanged, onOpen, onMarked } = props;
  const confirm = useConfirm();
  useEffect(() => {
    setUnsaved('enquiry-reply', isChanged ? 'open' : undefined);
    return () => setUnsaved('enquiry-reply', undefined);
  }, [isChanged]);
  const opener = useFocusAfter(written !== undefined);
  const markReplied = async () => {
    const answer = {
      title: 'Have you answered?',
      text: 'By phone, from your own mailbox or in person: then the enquiry is marked as replied, its clock stops, and the log names you.',
      action: 'Yes, mark it',
      danger: false,
    };
    if (await confirm(answer)) onMarked();
  };
  if (written) return <ReplyForm {...props} written={written} onElsewhere={markReplied} />;
  return (
    <div className={`${classes.foot} ${detail.answerBar}`} data-takes-over="">
      <Button ref={opener} variant="filled" leftSection={<IconMail size={18} aria-hidden="true" />} onClick={onOpen}>
        Reply by email
      </Button>
      {enquiry.phoneE164 && mayWhatsapp(enquiry) && (
        <a
          className={classes.linkButton}
          href={whatsappLink(enquiry)}
          target="_blank"
          rel="noopener"
          onClick={markReplied}
        >
          <IconBrandWhatsapp size={18} aria-hidden="true" /> WhatsApp
        </a>
      )}
      <MarkReplied enquiry={enquiry} onMark={markReplied} />
      {enquiry.phoneE164 && !mayWhatsapp(enquiry) && (
        <p className={`dimmed ${detail.noChat}`}>Has not agreed to WhatsApp</p>
      )}
    </div>
  );
}

interface MarkRepliedProps {
  enquiry: Enquiry;
  onMark: () => void;
}

/** For an answer by phone or from one's own mailbox. What was answered needs it no more, and nobody answers spam. */
function MarkReplied({ enquiry: { status }, onMark }: MarkRepliedProps) {
  if (status === 'spam' || status === 'replied') return null;
  return (
    <Button leftSection={<IconCheck size={18} aria-hidden="true" />} onClick={onMark}>
      Mark as replied
    </Button>
  );
}

/** The keyboard goes back to what opens the form again. */
function useFocusAfter(isOpen: boolean) {
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return opener;
}

type ReplyFormProps = EnquiryReplyProps & { written: Draft; onElsewhere: () => void };

function ReplyForm({ enquiry, written, onWrite, onCancel, reply, onElsewhere }: ReplyFormProps) {
  const isFiled = useEnquiryCounts().data?.mail.mode === 'files';
  const send = (draft: Draft) => {
    onWrite(draft);
    reply.mutate(draft, { onSuccess: () => onWrite(undefined) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(written);
  };
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onCancel();
  };
  const text = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    text.current?.focus();
    text.current?.form?.scrollIntoView({ block: 'nearest' }); // with its buttons
  }, []);
  return (
    <form className={detail.reply} onSubmit={submit} onKeyDown={cancelOnEscape}>
      <h3>Reply to {enquiry.email}</h3>
      {isFiled && (
        <div className="alert" data-tone="waiting">
          <div>
            No mail server is set up, so this site cannot send your reply. Send it from your own mail program
            {enquiry.phoneE164 && mayWhatsapp(enquiry) && ', write by WhatsApp'} or phone, and mark the enquiry as
            replied. Written to a file, the words stay on the server: the sender gets nothing, and the clock runs on.
          </div>
        </div>
      )}
      {reply.error && (
        <div className="alert" role="alert">
          <div>
            {sentenceOf(reply.error, 'The reply was not stored.')}{' '}
            {isApiError(reply.error, 'conflict') && (
              <button type="button" className="text-button" onClick={() => send(sentAllTheSame(written))}>
                Send all the same
              </button>
            )}
          </div>
        </div>
      )}
      <TextInput
        label="Subject"
        maxLength={160}
        value={written.subject}
        onChange={(event) => onWrite({ ...written, subject: event.currentTarget.value })}
      />
      <Textarea
        ref={text}
        label="Text"
        autosize
        minRows={8}
        maxRows={20}
        maxLength={10_000}
        value={written.text}
        onChange={(event) => onWrite({ ...written, text: event.currentTarget.value })}
      />
      <div className={`${classes.foot} ${detail.answerBar}`} data-takes-over="">
        {!isFiled && (
          <Button type="submit" variant="filled" loading={reply.isPending}>
            Send the reply
          </Button>
        )}
        <a
          className={classes.linkButton}
          data-filled={isFiled || undefined}
          href={mailLink(enquiry, written)}
          onClick={onElsewhere}
        >
          Open in my mail program
        </a>
        {isFiled && (
          <>
            <MarkReplied enquiry={enquiry} onMark={onElsewhere} />
            <Button type="submit" loading={reply.isPending}>
              Write it to a file
            </Button>
          </>
        )}
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

function mailLink({ email }: Enquiry, { subject, text }: ReplyWords): string {
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`;
}

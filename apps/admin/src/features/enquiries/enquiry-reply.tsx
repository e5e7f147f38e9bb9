import '@mantine/core/styles/Input.layer.css';
import { Textarea, TextInput } from '@mantine/core';
import { IconBrandWhatsapp, IconMail } from '@tabler/icons-react';
import type { Enquiry } from '@threadline/schema/enquiry';
import { type FormEvent, useEffect, useState } from 'react';
import { sentenceOf } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { setUnsaved } from '../../unsaved.ts';
import detail from './detail.module.css';
import classes from './enquiries.module.css';
import type { useEnquiryActions } from './enquiries-query.ts';

interface Draft {
  subject: string;
  text: string;
}

interface EnquiryReplyProps {
  enquiry: Enquiry;
  draft: Draft;
  reply: ReturnType<typeof useEnquiryActions>['reply'];
  /** The answer went another way. */
  onMarked: () => void;
}

/** The answer: from here, from the own mail program, or by WhatsApp, each with the reference. */
export function EnquiryReply({ enquiry, draft, reply, onMarked }: EnquiryReplyProps) {
  const confirm = useConfirm();
  const [written, setWritten] = useState<Draft>();
  const isChanged = written !== undefined && written.text !== draft.text;
  useEffect(() => {
    setUnsaved('enquiry-reply', isChanged ? 'open' : undefined);
    return () => setUnsaved('enquiry-reply', undefined);
  }, [isChanged]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (written) reply.mutate(written, { onSuccess: () => setWritten(undefined) });
  };
  const markReplied = async () => {
    const answer = {
      title: 'Have you answered?',
      text: 'Then the enquiry is marked as replied.',
      action: 'Yes, mark it',
      danger: false,
    };
    if (await confirm(answer)) onMarked();
  };
  const chat = enquiry.phoneE164 && whatsappLink(enquiry);

  if (!written)
    return (
      <div className={classes.foot}>
        <Button
          variant="filled"
          leftSection={<IconMail size={18} aria-hidden="true" />}
          onClick={() => setWritten(draft)}
        >
          Reply by email
        </Button>
        {chat && (
          <a className={classes.linkButton} href={chat} target="_blank" rel="noopener" onClick={markReplied}>
            <IconBrandWhatsapp size={18} aria-hidden="true" /> WhatsApp
          </a>
        )}
      </div>
    );
  return (
    <form className={detail.reply} onSubmit={submit}>
      <h3>Reply to {enquiry.email}</h3>
      {reply.error && (
        <div className="alert" role="alert">
          {sentenceOf(reply.error, 'The reply was not stored.')}
        </div>
      )}
      <TextInput
        label="Subject"
        maxLength={160}
        value={written.subject}
        onChange={(event) => setWritten({ ...written, subject: event.currentTarget.value })}
      />
      <Textarea
        label="Text"
        autosize
        minRows={8}
        maxRows={20}
        maxLength={10_000}
        value={written.text}
        onChange={(event) => setWritten({ ...written, text: event.currentTarget.value })}
      />
      <div className={classes.foot}>
        <Button type="submit" variant="filled" loading={reply.isPending}>
          Send the reply
        </Button>
        <a className={classes.linkButton} href={mailLink(enquiry, written)} onClick={markReplied}>
          Open in my mail program
        </a>
        <Button onClick={() => setWritten(undefined)}>Cancel</Button>
      </div>
    </form>
  );
}

function mailLink({ email }: Enquiry, { subject, text }: Draft): string {
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`;
}

function whatsappLink({ phoneE164, reference, contactName }: Enquiry): string {
  const words = `Hello${contactName ? ` ${contactName}` : ''}, this is about your enquiry ${reference}. `;
  return `https://wa.me/${phoneE164.slice(1)}?text=${encodeURIComponent(words)}`;
}

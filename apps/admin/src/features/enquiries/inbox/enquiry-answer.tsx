import type { Enquiry } from '@threadline/schema/enquiry';
import { useState } from 'react';
import { useConfirm } from '../../../ui/confirm.tsx';
import type { useEnquiryActions } from './enquiries-query.ts';
import { EnquiryReplies } from './enquiry-replies.tsx';
import { EnquiryReply } from './enquiry-reply.tsx';
import { type Draft, isOther, openDraft, type ReplyWords } from './reply-draft.ts';
import { useEnquiryKey } from './use-enquiry-key.ts';

interface EnquiryAnswerProps {
  enquiry: Enquiry;
  draft: ReplyWords;
  reply: ReturnType<typeof useEnquiryActions>['reply'];
  /** The answer went another way. */
  onMarked: () => void;
}

/** What was answered, and the form for the next answer. */
export function EnquiryAnswer({ enquiry, draft, reply, onMarked }: EnquiryAnswerProps) {
  const [written, setWritten] = useState<Draft>();
  const [begun, setBegun] = useState(draft);
  const confirm = useConfirm();
  const open = (words: ReplyWords) => {
    reply.reset();
    setBegun(words);
    setWritten(openDraft(words, enquiry));
  };
  const isChanged = written !== undefined && isOther(written, begun);
  const cancel = async () => {
    const question = {
      title: 'Drop your answer?',
      text: 'What you have written has not been sent.',
      action: 'Drop it',
      cancel: 'Keep writing',
    };
    if (!isChanged || (await confirm(question))) setWritten(undefined);
  };
  useEnquiryKey('r', () => {
    if (!written) open(draft);
  });
  return (
    <>
      <EnquiryReplies mails={enquiry.messages} onUseAgain={written ? undefined : open} />
      <EnquiryReply
        enquiry={enquiry}
        isChanged={isChanged}
        written={written}
        onOpen={() => open(draft)}
        onWrite={setWritten}
        onCancel={cancel}
        reply={reply}
        onMarked={onMarked}
      />
    </>
  );
}

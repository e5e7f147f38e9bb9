import type { Enquiry } from '@threadline/schema/enquiry';
import { useState } from 'react';
import type { useEnquiryActions } from './enquiries-query.ts';
import { EnquiryReplies } from './enquiry-replies.tsx';
import { EnquiryReply } from './enquiry-reply.tsx';
import { type Draft, openDraft, type ReplyWords } from './reply-draft.ts';

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
  const open = (words: ReplyWords) => {
    reply.reset();
    setWritten(openDraft(words, enquiry));
  };
  return (
    <>
      <EnquiryReplies mails={enquiry.mails} onUseAgain={written ? undefined : open} />
      <EnquiryReply
        enquiry={enquiry}
        isChanged={written !== undefined && written.text !== draft.text}
        written={written}
        onOpen={() => open(draft)}
        onWrite={setWritten}
        reply={reply}
        onMarked={onMarked}
      />
    </>
  );
}

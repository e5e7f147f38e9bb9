import type { Enquiry } from '@threadline/schema/enquiry';
import { momentOf } from '../../../format/time.ts';
import { Button } from '../../../ui/button.tsx';
import detail from './detail.module.css';
import classes from './enquiries.module.css';
import type { ReplyWords } from './reply-draft.ts';
import { mailStateNames } from './status-names.ts';

interface EnquiryRepliesProps {
  mails: Enquiry['messages'];
  /** Left out while a reply is being written: its words would be lost. */
  onUseAgain: ((words: ReplyWords) => void) | undefined;
}

/** What was answered by mail, and what became of it. */
export function EnquiryReplies({ mails, onUseAgain }: EnquiryRepliesProps) {
  const replies = mails.filter(({ kind }) => kind === 'reply');
  if (replies.length === 0) return null;
  return (
    <section className={detail.replies}>
      <h3>Replies</h3>
      <ul>
        {replies.map(({ id, state, createdAt, lastError, subject = '', text = '' }) => (
          <li key={id}>
            <details>
              <summary>
                Reply of {momentOf(createdAt)}: {mailStateNames[state]}
              </summary>
              <strong>{subject}</strong>
              <p>{text}</p>
            </details>
            {lastError && <p className={classes.problem}>{lastError}</p>}
            {(state === 'failed' || state === 'written-to-disk' || state === 'dismissed') && onUseAgain && (
              <Button size="xs" onClick={() => onUseAgain({ subject, text })}>
                Use these words again
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

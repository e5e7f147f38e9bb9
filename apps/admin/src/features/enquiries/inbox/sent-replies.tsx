import { Stack } from '@mantine/core';
import type { Enquiry } from '@threadline/schema/wire/enquiry';
import { useEnquiryCounts } from '../../../api/enquiry-counts.ts';
import { formatDateTime } from '../../../format/time.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorText } from '../../../ui/record-list.tsx';
import classes from './enquiry.module.css';
import { getMessageStateLabel } from './labels.ts';
import { type Message, useIsWaiting } from './unsent-replies.ts';

interface SentRepliesProps {
  messages: Enquiry['messages'];
  /** Opens a form with the text of a reply. Undefined while a reply is being written, which the text would replace. */
  onReuse: ((message: Message) => void) | undefined;
}

/** The replies by mail with their delivery state. */
export function SentReplies({ messages, onReuse }: SentRepliesProps) {
  const mode = useEnquiryCounts().data?.mail.mode;
  const isWaiting = useIsWaiting();
  const replies = messages.filter(({ kind }) => kind === 'reply');
  if (replies.length === 0) return null;
  return (
    <Stack component="section" gap={10} fz="sm">
      <h3>Replies</h3>
      <Stack component="ul" gap={10}>
        {replies.map((reply) => (
          <li key={reply.id}>
            <details>
              <summary>
                Reply of {formatDateTime(reply.createdAt)}: {getMessageStateLabel(reply.state, mode)}
              </summary>
              <div className={classes.message}>
                <strong>{reply.subject}</strong>
                <p>{reply.text}</p>
              </div>
            </details>
            {reply.lastError && <ErrorText>{reply.lastError}</ErrorText>}
            {onReuse && (isWaiting(reply) || reply.state === 'failed' || reply.state === 'dismissed') && (
              <Button size="xs" onClick={() => onReuse(reply)}>
                {isWaiting(reply) ? 'Edit this reply' : 'Use this text again'}
              </Button>
            )}
          </li>
        ))}
      </Stack>
    </Stack>
  );
}

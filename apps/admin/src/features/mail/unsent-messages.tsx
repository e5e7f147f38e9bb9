import { Group, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { MailHealth, OutboxMessage } from '@threadline/schema/wire/enquiry';
import { type FormEvent, type PropsWithChildren, useState } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { useEnquiryCounts } from '../../api/enquiry-counts.ts';
import { enquiriesKey } from '../../api/query-keys.ts';
import { formatDateTime } from '../../format/time.ts';
import { ErrorAlert } from '../../ui/alert.tsx';
import { InlineForm } from '../../ui/api-form.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ErrorText, RecordList } from '../../ui/record-list.tsx';
import { Tag } from '../../ui/tag.tsx';
import { getMessageStateLabel, messageKindLabels } from '../enquiries/inbox/labels.ts';
import { MessageText } from './message-text.tsx';

const tones = {
  pending: 'warning',
  sent: 'success',
  'written-to-disk': 'info',
  failed: 'danger',
  dismissed: 'info',
} as const;

type UnsentState = 'failed' | 'written-to-disk';

const isUnsent = ({ state }: OutboxMessage) => state === 'failed' || state === 'written-to-disk';

type OutboxAction =
  | { do: 'retry' | 'dismiss'; id: string }
  | { do: 'correct'; id: string; email: string; newEmail: string }
  | { do: 'retry-all'; state: UnsentState }
  | { do: 'dismiss-all' };

async function send(action: OutboxAction): Promise<unknown> {
  const { outbox, privacy } = api.client;
  switch (action.do) {
    case 'retry':
      return unwrap(outbox[':id'].retry.$post({ param: { id: action.id } }));
    case 'correct':
      await unwrap(privacy.correct.$post({ json: { email: action.email, newEmail: action.newEmail } }));
      return unwrap(outbox[':id'].retry.$post({ param: { id: action.id } }));
    case 'dismiss':
      return unwrap(outbox[':id'].dismiss.$post({ param: { id: action.id } }));
    case 'retry-all':
      return unwrap(outbox.retry.$post({ json: { state: action.state } }));
    case 'dismiss-all':
      return unwrap(outbox.dismiss.$post());
  }
}

interface UnsentMessagesProps {
  mode: MailHealth['mode'];
  /** Why the mail server takes no message at present. */
  problem: MailHealth['problem'];
  messages: OutboxMessage[];
}

/** The messages that are pending, failed or written to files. The children follow the list. */
export function UnsentMessages({ mode, problem, messages, children }: PropsWithChildren<UnsentMessagesProps>) {
  const queryClient = useQueryClient();
  const action = useMutation({
    mutationFn: send,
    onSettled: () => {
      queryClient.invalidateQueries({ queryKey: ['outbox'] });
      queryClient.invalidateQueries({ queryKey: enquiriesKey });
    },
  });
  const unsent = messages.filter(isUnsent);
  return (
    <Panel title="Unsent messages" extra={<BulkActions mode={mode} unsent={unsent} onAction={action.mutate} />}>
      <ErrorAlert error={action.error} fallback="Nothing was changed. Try again." />
      <RecordList items={messages} empty="All messages have been sent.">
        {(message) => (
          <MessageRow
            key={message.id}
            message={message}
            mode={mode}
            isBlocked={problem !== null}
            onAction={action.mutate}
          />
        )}
      </RecordList>
      {children}
    </Panel>
  );
}

interface BulkActionsProps {
  mode: MailHealth['mode'];
  unsent: OutboxMessage[];
  onAction: (action: OutboxAction) => void;
}

function BulkActions({ mode, unsent, onAction }: BulkActionsProps) {
  const confirm = useConfirm();
  const failed = useEnquiryCounts().data?.failedMessages ?? 0;
  const retryAll = async (state: UnsentState, subject: string) => {
    const text = `${subject} will be sent now. Messages that fail stay in this list.`;
    const question = { title: `Send ${subject.toLowerCase()}?`, text, action: 'Send now', danger: false };
    if (await confirm(question)) onAction({ do: 'retry-all', state });
  };
  const dismissAll = async () => {
    const text = 'They leave this list without being sent. Their enquiries still mention them.';
    if (await confirm({ title: 'Delete all without sending?', text, action: 'Delete all' }))
      onAction({ do: 'dismiss-all' });
  };
  return (
    <Group gap={10}>
      {mode === 'smtp' && failed > 0 && (
        <Button
          size="xs"
          onClick={() => retryAll('failed', failed === 1 ? 'The failed message' : `The ${failed} failed messages`)}
        >
          Send all failed messages
        </Button>
      )}
      {mode === 'smtp' && unsent.some(({ state }) => state === 'written-to-disk') && (
        <Button size="xs" onClick={() => retryAll('written-to-disk', 'All waiting messages')}>
          Send all waiting messages
        </Button>
      )}
      {unsent.length > 1 && (
        <Button size="xs" onClick={dismissAll}>
          Delete all
        </Button>
      )}
    </Group>
  );
}

interface MessageRowProps {
  message: OutboxMessage;
  mode: MailHealth['mode'];
  /** Whether the mail server takes no message at present. */
  isBlocked: boolean;
  onAction: (action: OutboxAction) => void;
}

export function MessageRow({ message, mode, isBlocked, onAction }: MessageRowProps) {
  const { id, kind, to, state, createdAt, lastError, enquiryId, refusedAddress } = message;
  const title = `${messageKindLabels[kind]} to ${to}`;
  // The server may have taken a message that failed, for a part of its recipients.
  const deletion = state === 'failed' ? 'Delete' : 'Delete without sending';
  const hasFailed = isUnsent(message) || lastError !== null;
  // The server sends the pending messages to accounts in any case.
  const canDelete = isUnsent(message) || (enquiryId !== null && (hasFailed || isBlocked));
  const [isOpen, setOpen] = useState(false);
  const confirm = useConfirm();
  const dismiss = async () => {
    const text = `It will not be sent. ${kind === 'reply' ? 'The enquiry awaits a reply, unless it was answered in another way or closed.' : 'Its enquiry still mentions it.'}`;
    const question = {
      title: `Delete “${title}”?`,
      text: enquiryId ? text : 'It will not be sent.',
      action: deletion,
    };
    if (await confirm(question)) onAction({ do: 'dismiss', id });
  };
  return (
    <li>
      <Stack gap={4} flex="1 1 20rem">
        <Group gap="4px 12px">
          <strong>{title}</strong>
          <Tag tone={tones[state]}>{getMessageStateLabel(state, mode)}</Tag>
          {enquiryId && (
            <Link to="/enquiries" search={{ status: 'all', id: enquiryId }}>
              Open the enquiry
            </Link>
          )}
        </Group>
        <small>{formatDateTime(createdAt)}</small>
      </Stack>
      <Group gap={8}>
        <Button
          size="xs"
          aria-label={`${isOpen ? 'Close' : 'Show message'}: ${title}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Close' : 'Show message'}
        </Button>
        {mode === 'smtp' && hasFailed && (
          <Button size="xs" aria-label={`Send now: ${title}`} onClick={() => onAction({ do: 'retry', id })}>
            Send now
          </Button>
        )}
        {canDelete && (
          <Button size="xs" aria-label={`${deletion}: ${title}`} onClick={dismiss}>
            {deletion}
          </Button>
        )}
      </Group>
      {isOpen && <MessageText id={id} />}
      {lastError && <ErrorText>{lastError}</ErrorText>}
      {refusedAddress && (
        <CorrectAddress
          address={refusedAddress}
          onCorrect={(newEmail) => onAction({ do: 'correct', id, email: refusedAddress, newEmail })}
        />
      )}
    </li>
  );
}

interface CorrectAddressProps {
  address: string;
  onCorrect: (newEmail: string) => void;
}

/** Corrects an address that the mail server refused. Usually a letter is missing. */
export function CorrectAddress({ address, onCorrect }: CorrectAddressProps) {
  const [text, setText] = useState(address);
  const newEmail = text.trim();
  const isChanged = newEmail !== '' && newEmail !== address;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged) onCorrect(newEmail);
  };
  return (
    <InlineForm onSubmit={submit}>
      <TextInput
        type="email"
        size="xs"
        label="This address was refused. Correct it in all enquiries"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" disabled={!isChanged} aria-label={`Correct ${address} and send again`}>
        Correct and send again
      </Button>
    </InlineForm>
  );
}

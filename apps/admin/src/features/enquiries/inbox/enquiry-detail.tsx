import { Box, Group, Stack, Text } from '@mantine/core';
import { IconArrowLeft, IconClock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Enquiry } from '@threadline/schema/wire/enquiry';
import { type EnquiryStatus, statusLabels } from '@threadline/schema/wire/enquiry-status';
import { type ReactNode, useEffect, useRef } from 'react';
import { isApiError } from '../../../api/client.ts';
import { useEnquiryCounts } from '../../../api/enquiry-counts.ts';
import { formatDateTime } from '../../../format/time.ts';
import { Alert, ErrorAlert } from '../../../ui/alert.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { useFocusFallback } from '../../../ui/use-focus-fallback.ts';
import { useNow } from '../../../ui/use-now.ts';
import { useShortcutKey } from '../../../ui/use-shortcuts.ts';
import { UserOptions } from '../../users/user-options.tsx';
import { useEnquiry, useEnquiryActions } from './enquiries-query.ts';
import classes from './enquiry.module.css';
import { EnquiryFacts, EnquiryNotes } from './enquiry-facts.tsx';
import { EnquiryReply } from './enquiry-reply.tsx';
import { describeDeadline, formatDeadline } from './reply-deadline.ts';
import type { ReplyText } from './reply-draft.ts';
import { SentReplies } from './sent-replies.tsx';
import { type UnsentReplies, useStatusChange } from './use-status-change.ts';

interface EnquiryDetailProps {
  id: string;
  /** Whether the user opened it. The first one of a list is open without that, and stays new until it is used. */
  isChosen: boolean;
  onChoose: () => void;
  onClose: () => void;
}

/** One enquiry with its deadline, message, facts, notes and replies. */
export function EnquiryDetail({ id, isChosen, onChoose, onClose }: EnquiryDetailProps) {
  const query = useEnquiry(id);
  const actions = useEnquiryActions(id);
  const { mutate } = actions.change;
  const opened = query.data?.enquiry;
  const status = opened?.status;
  const setStatus = useStatusChange(actions);
  /** A failure is shown above the message. */
  const tryStatus = (enquiry: Enquiry, next: EnquiryStatus) => void setStatus(enquiry, next).catch(() => undefined);
  useShortcutKey('e', () => {
    // With the focus in the list, it may be meant for another row.
    if (!isChosen || !opened || status === 'closed' || status === 'spam') return;
    tryStatus(opened, 'closed');
  });
  // Opening a new enquiry marks it as read, once. Later the editor decides on the status.
  const openedId = useRef<string>(undefined);
  useEffect(() => {
    if (!isChosen || !status || openedId.current === id) return;
    openedId.current = id;
    if (status === 'new') mutate({ status: 'read' });
  }, [id, isChosen, status, mutate]);

  return (
    <Loaded query={query} heading="The enquiry could not be loaded.">
      {({ enquiry, draft }) => (
        <DetailPanel label={`Enquiry of ${enquiry.companyName}`} onUse={isChosen ? undefined : onChoose}>
          <Group component="header" gap={12} align="flex-start" p="md">
            <IconButton icon={IconArrowLeft} label="Back to the list" onClick={onClose} className={classes.back} />
            <Box flex="1 1 200px" className={classes.title}>
              <h2>
                {enquiry.companyName} {enquiry.isTest && <Tag>Test</Tag>}
              </h2>
              <Text c="dimmed">
                {enquiry.reference}, received {formatDateTime(enquiry.createdAt)}
              </Text>
            </Box>
            <SelectField
              aria-label="Status"
              value={enquiry.status}
              onChange={(next) => tryStatus(enquiry, next as EnquiryStatus)}
              options={statusLabels}
            />
          </Group>
          {isApiError(query.error, 'not-found') && (
            <Alert tone="warning" role="alert">
              This enquiry was erased meanwhile. It can no longer be changed or answered.
            </Alert>
          )}
          <EnquiryBody
            enquiry={enquiry}
            template={draft}
            actions={actions}
            onReplied={(unsent) => setStatus(enquiry, 'replied', unsent)}
            onStatus={(next) => tryStatus(enquiry, next)}
          />
        </DetailPanel>
      )}
    </Loaded>
  );
}

/** Takes the focus when a button in it disappears after its action. */
function DetailPanel({ label, onUse, children }: { label: string; onUse?: () => void; children: ReactNode }) {
  const panel = useRef<HTMLElement>(null);
  useFocusFallback(panel);
  return (
    <article
      className={classes.detail}
      aria-label={label}
      ref={panel}
      tabIndex={-1}
      onFocus={onUse}
      onPointerDown={onUse}
    >
      {children}
    </article>
  );
}

interface EnquiryBodyProps {
  enquiry: Enquiry;
  template: ReplyText;
  actions: ReturnType<typeof useEnquiryActions>;
  /** Marks the enquiry as replied. */
  onReplied: (unsent: UnsentReplies) => Promise<void>;
  onStatus: (status: 'closed' | 'read') => void;
}

function EnquiryBody({ enquiry, template, actions, onReplied, onStatus }: EnquiryBodyProps) {
  const { change, addNote, reply } = actions;
  const { withdrawnAt, retainForClient } = enquiry;
  return (
    <Stack px="md" pb="md" flex="1">
      <ErrorAlert error={change.error} fallback="The change could not be saved. Try again." />
      <Deadline enquiry={enquiry} />
      {enquiry.status === 'spam' && (
        <Alert tone="warning">
          <strong>Marked as spam.</strong> {enquiry.spamReasons.join(' ')} No emails were sent.{' '}
          <TextButton onClick={() => change.mutate({ status: 'new' })}>
            Not spam: move to New and send the usual emails
          </TextButton>
        </Alert>
      )}
      {withdrawnAt && (
        <Alert tone="warning">
          <strong>Consent withdrawn on {formatDateTime(withdrawnAt)}.</strong>{' '}
          {retainForClient
            ? 'Write to this address only about your work for this client.'
            : 'Do not contact this person any more.'}
        </Alert>
      )}
      <blockquote className={classes.message}>{enquiry.message || 'No message.'}</blockquote>
      <EnquiryFacts enquiry={enquiry} onRetain={(next) => change.mutate({ retainForClient: next })} />
      <SelectField
        label="Assigned to"
        maw={320}
        value={enquiry.assigneeId ?? ''}
        onChange={(assigneeId) => change.mutate({ assigneeId: assigneeId || null })}
        options={{ '': 'Unassigned' }}
      >
        <UserOptions />
      </SelectField>
      <EnquiryNotes notes={enquiry.notes} addNote={addNote} />
      {withdrawnAt && !retainForClient ? (
        <SentReplies messages={enquiry.messages} onReuse={undefined} />
      ) : (
        <EnquiryReply
          enquiry={enquiry}
          template={template}
          reply={reply}
          onStatus={onStatus}
          onMarkReplied={async (text, unsent) => {
            if (text) await addNote.mutateAsync(`Reply sent from another mailbox: ${text.subject}\n\n${text.text}`);
            await onReplied(unsent);
          }}
        />
      )}
    </Stack>
  );
}

function Deadline({ enquiry }: { enquiry: Enquiry }) {
  const now = useNow();
  const dueSoonUntil = useEnquiryCounts().data?.dueSoonUntil;
  const deadline = describeDeadline(enquiry, { now, dueSoonUntil });
  if (!deadline) return null;
  return (
    <Alert tone={deadline.tone} icon={<IconClock size={18} aria-hidden="true" />}>
      <strong>{deadline.text}</strong>
      <DeadlineDetails enquiry={enquiry} isOverdue={deadline.tone === 'danger'} />
    </Alert>
  );
}

/** When the reply was sent and when it was due. A closed enquiry has no due date any more. */
function DeadlineDetails({ enquiry, isOverdue }: { enquiry: Enquiry; isOverdue: boolean }) {
  const { answeredAt, replyPending, status } = enquiry;
  const due = formatDeadline(enquiry.dueAt);
  const isClosed = status === 'closed';
  if (answeredAt)
    return (
      <p>
        Answered {formatDateTime(answeredAt)}.{!isClosed && ` It was due by ${due}.`}
      </p>
    );
  if (isClosed) return null;
  if (replyPending)
    return (
      <p>
        The reply {isOverdue ? 'was' : 'is'} due by {due}. The timer stops when it is sent.
      </p>
    );
  return (
    <p>
      {isOverdue && `It was due by ${due}. `}You can change the reply time under{' '}
      <Link to="/content" search={{ section: 'mail', item: 'sla' }}>
        Content Management, Emails, Reply time
      </Link>
      .
    </p>
  );
}

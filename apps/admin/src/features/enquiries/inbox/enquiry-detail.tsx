import { IconArrowLeft } from '@tabler/icons-react';
import type { Enquiry } from '@threadline/schema/enquiry';
import { type EnquiryStatus, enquiryStatuses } from '@threadline/schema/enquiry-status';
import { type ReactNode, useEffect, useRef } from 'react';
import { dateTimeOf } from '../../../format/time.ts';
import { ErrorAlert } from '../../../ui/error-alert.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import field from '../../../ui/native-field.module.css';
import { LoadFailure, SkeletonRows } from '../../../ui/states.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { useFocusStays } from '../../../ui/use-focus-fallback.ts';
import { useNow } from '../../../ui/use-now.ts';
import { TeamOptions } from '../../users/team-options.tsx';
import detail from './detail.module.css';
import { useEnquiry, useEnquiryActions, useEnquiryCounts } from './enquiries-query.ts';
import { EnquiryAnswer } from './enquiry-answer.tsx';
import { clockOf } from './enquiry-clock.ts';
import { EnquiryFacts } from './enquiry-facts.tsx';
import { EnquiryNotes } from './enquiry-notes.tsx';
import { EnquiryReplies } from './enquiry-replies.tsx';
import { deadlineOf } from './format-due-date.ts';
import { statusNames } from './status-names.ts';
import { useEnquiryKey } from './use-enquiry-key.ts';

/** A button that is done goes: the focus stays with the enquiry. */
function Sheet({ label, children }: { label: string; children: ReactNode }) {
  const sheet = useRef<HTMLElement>(null);
  useFocusStays(sheet);
  return (
    <article className={`panel ${detail.detail}`} aria-label={label} ref={sheet} tabIndex={-1}>
      {children}
    </article>
  );
}

/** One enquiry: the promise, the words, what is known, notes and the answer. */
export function EnquiryDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useEnquiry(id);
  const actions = useEnquiryActions(id);
  const { mutate } = actions.change;
  const toast = useToast();
  const status = query.data?.enquiry.status;
  useEnquiryKey('e', () => {
    // Spam is judged with the pointer: what is none goes back to New, with its messages.
    if (!status || status === 'closed' || status === 'spam') return;
    // One key is soon pressed by mistake.
    const undo = () => mutate({ status });
    const onSuccess = () => toast({ text: 'The enquiry is closed.', action: { label: 'Undo', run: undo } });
    mutate({ status: 'closed' }, { onSuccess });
  });
  // Opening a new enquiry marks it as read, once: afterwards the editor decides on the status.
  const openedId = useRef<string>(undefined);
  useEffect(() => {
    if (!status || openedId.current === id) return;
    openedId.current = id;
    if (status === 'new') mutate({ status: 'read' });
  }, [id, status, mutate]);

  if (query.error && !query.data)
    return <LoadFailure what="The enquiry could not be loaded." error={query.error} onRetry={() => query.refetch()} />;
  if (!query.data) return <SkeletonRows />;
  const { enquiry, draft } = query.data;
  const problem = actions.change.error;
  return (
    <Sheet label={`Enquiry of ${enquiry.companyName}`}>
      <header className={detail.detailHead}>
        <span className={detail.back}>
          <IconButton label="Back to the list" onClick={onClose}>
            <IconArrowLeft size={18} />
          </IconButton>
        </span>
        <div>
          <h2>
            {enquiry.companyName} {enquiry.isTest && <span className="tag">Test</span>}
          </h2>
          <p className="dimmed">
            {enquiry.reference}, received {dateTimeOf(enquiry.createdAt)}
          </p>
        </div>
        <select
          aria-label="Status"
          className={field.field}
          value={enquiry.status}
          onChange={(event) => mutate({ status: event.currentTarget.value as EnquiryStatus })}
        >
          {enquiryStatuses.map((status) => (
            <option key={status} value={status}>
              {statusNames[status]}
            </option>
          ))}
        </select>
      </header>
      <div className={detail.detailBody}>
        <ErrorAlert error={problem} fallback="The change was not stored." />
        <PromiseBox enquiry={enquiry} />
        {enquiry.status === 'spam' && (
          <div className="alert" data-tone="waiting">
            <div>
              <strong>Taken for spam.</strong> {enquiry.spamReasons.join(' ')} Nobody has been told.{' '}
              <button type="button" className="text-button" onClick={() => mutate({ status: 'new' })}>
                Not spam: move to New and send the messages
              </button>
            </div>
          </div>
        )}
        {enquiry.withdrawnAt && (
          <div className="alert" data-tone="waiting">
            <div>
              <strong>Consent withdrawn on {dateTimeOf(enquiry.withdrawnAt)}.</strong> Nothing may be sent to this
              address
              {enquiry.retainForClient ? ', but for what the work for this client needs.' : ' any more.'}
            </div>
          </div>
        )}
        <blockquote className={detail.message}>{enquiry.message || 'No message.'}</blockquote>
        <EnquiryFacts enquiry={enquiry} onKeep={(retainForClient) => mutate({ retainForClient })} />
        <Assignee enquiry={enquiry} onAssign={(assigneeId) => mutate({ assigneeId })} />
        <EnquiryNotes notes={enquiry.notes} note={actions.note} />
        {enquiry.withdrawnAt && !enquiry.retainForClient ? (
          <EnquiryReplies mails={enquiry.messages} onUseAgain={undefined} />
        ) : (
          <EnquiryAnswer
            enquiry={enquiry}
            draft={draft}
            reply={actions.reply}
            onMarked={() => mutate({ status: 'replied' })}
          />
        )}
      </div>
    </Sheet>
  );
}

const circumference = 2 * Math.PI * 13;

function PromiseBox({ enquiry }: { enquiry: Enquiry }) {
  const now = useNow();
  const dueSoonUntil = useEnquiryCounts().data?.dueSoonUntil;
  const clock = clockOf(enquiry, { now, dueSoonUntil });
  if (!clock) return null;
  const { answeredAt, replyPending } = enquiry;
  const deadline = deadlineOf(enquiry.dueAt);
  return (
    <div className={detail.promise} data-tone={clock.tone}>
      <svg width="34" height="34" viewBox="0 0 34 34" aria-hidden="true">
        <circle cx="17" cy="17" r="13" />
        <circle cx="17" cy="17" r="13" strokeDasharray={`${circumference * (1 - clock.passed)} ${circumference}`} />
      </svg>
      <div>
        <strong>{answeredAt || replyPending ? clock.words : `Reply ${clock.words}`}</strong>
        <p>
          {answeredAt
            ? `${replyPending ? 'Written' : 'Answered'} ${dateTimeOf(answeredAt)}; it was due by ${deadline}.`
            : `Promised by ${deadline}. How long that is stands under Content Management, Mail, Promised reply.`}
        </p>
      </div>
    </div>
  );
}

function Assignee({ enquiry, onAssign }: { enquiry: Enquiry; onAssign: (id: string | null) => void }) {
  return (
    <label className={detail.assignee}>
      <span>Assigned to</span>
      <select
        className={field.field}
        value={enquiry.assigneeId ?? ''}
        onChange={(event) => onAssign(event.currentTarget.value || null)}
      >
        <option value="">Nobody</option>
        <TeamOptions />
      </select>
    </label>
  );
}

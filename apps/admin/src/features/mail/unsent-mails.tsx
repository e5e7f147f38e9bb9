import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { MailHealth, OutboxMessage } from '@threadline/schema/enquiry';
import { type ComponentProps, useState } from 'react';
import { answerOf, api, sentenceOf } from '../../api/client.ts';
import { momentOf } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { type Addresses, CorrectAddress } from '../enquiries/inbox/correct-address.tsx';
import classes from '../enquiries/inbox/enquiries.module.css';
import { useEnquiryCounts } from '../enquiries/inbox/enquiries-query.ts';
import { mailStateNames, mailWords } from '../enquiries/inbox/status-names.ts';

const tones = {
  pending: 'waiting',
  sent: 'good',
  'written-to-disk': 'info',
  failed: 'bad',
  dismissed: 'info',
} as const;

interface UnsentMailsProps {
  mode: MailHealth['mode'];
  mails: OutboxMessage[];
  query: ComponentProps<typeof MoreButton>['query'];
}

/** What waits, failed or lies in a file; each can be sent again or put aside, and leads to its enquiry. */
export function UnsentMails({ mode, mails, query }: UnsentMailsProps) {
  const { retry, retryAll, dismiss, dismissAll, correct, problem } = useMailActions();
  const unsent = mails.filter(({ state }) => state === 'failed' || state === 'written-to-disk');
  return (
    <section className="panel">
      <div className="panel-head">
        <h2>Messages that were not sent</h2>
        <div className={classes.foot}>
          <SendAll mode={mode} hasFiled={mails.some(({ state }) => state === 'written-to-disk')} onSend={retryAll} />
          {unsent.length > 1 && <DismissAll onDismiss={dismissAll} />}
        </div>
      </div>
      {mails.length === 0 && <p className={`dimmed ${classes.nothing}`}>Everything has been sent.</p>}
      {mode === 'files' && unsent.length > 0 && (
        <p className={`dimmed ${classes.nothing}`}>They can be sent once a mail server is set up.</p>
      )}
      {problem && (
        <p className={`${classes.problem} ${classes.nothing}`} role="alert">
          {problem}
        </p>
      )}
      <ul>
        {mails.map((mail) => (
          <MailLine
            key={mail.id}
            mail={mail}
            canSend={mode === 'smtp'}
            onRetry={retry}
            onDismiss={dismiss}
            onCorrect={correct}
          />
        ))}
      </ul>
      <MoreButton query={query} />
    </section>
  );
}

interface MailLineProps {
  mail: OutboxMessage;
  canSend: boolean;
  onRetry: (id: string) => void;
  onDismiss: (id: string) => void;
  onCorrect: (id: string, addresses: Addresses) => void;
}

function MailLine({ mail, canSend, onRetry, onDismiss, onCorrect }: MailLineProps) {
  const { id, state, createdAt, lastError, enquiryId, refusedAddress } = mail;
  const words = mailWords(mail);
  return (
    <li className={classes.mail}>
      <div>
        <strong>{words}</strong>
        <span className="tag" data-tone={tones[state]}>
          {mailStateNames[state]}
        </span>
        <span className="meta">{momentOf(createdAt)}</span>
        {enquiryId && (
          <Link to="/enquiries" search={{ status: 'all', id: enquiryId }}>
            Open the enquiry
          </Link>
        )}
        {lastError && <p className={classes.problem}>{lastError}</p>}
        {refusedAddress && (
          <CorrectAddress
            address={refusedAddress}
            onCorrect={(newEmail) => onCorrect(id, { email: refusedAddress, newEmail })}
          />
        )}
      </div>
      {(state === 'failed' || state === 'written-to-disk') && (
        <div>
          {canSend && (
            <Button size="xs" aria-label={`Send again: ${words}`} onClick={() => onRetry(id)}>
              Send again
            </Button>
          )}
          <Button size="xs" aria-label={`Dismiss: ${words}`} onClick={() => onDismiss(id)}>
            Dismiss
          </Button>
        </div>
      )}
    </li>
  );
}

interface SendAllProps {
  mode: MailHealth['mode'];
  hasFiled: boolean;
  onSend: (state: 'failed' | 'written-to-disk') => void;
}

/** Nothing is sent again before there is a server to send it with. */
function SendAll({ mode, hasFiled, onSend }: SendAllProps) {
  const confirm = useConfirm();
  const { data: counts } = useEnquiryCounts();
  const failed = counts?.failedMessages ?? 0;
  const ask = async (state: 'failed' | 'written-to-disk', what: string) => {
    const text = `${what} go out to their recipients, as soon as the mail server takes them.`;
    if (await confirm({ title: 'Send all of them again?', text, action: 'Send again' })) onSend(state);
  };
  return (
    <>
      {mode === 'smtp' && failed > 0 && (
        <Button
          size="xs"
          onClick={() => ask('failed', failed === 1 ? 'The message that failed' : `The ${failed} messages that failed`)}
        >
          Send all failed again
        </Button>
      )}
      {mode === 'smtp' && hasFiled && (
        <Button size="xs" onClick={() => ask('written-to-disk', 'The messages that were written to files')}>
          Send all from files
        </Button>
      )}
    </>
  );
}

function DismissAll({ onDismiss }: { onDismiss: () => void }) {
  const confirm = useConfirm();
  const ask = async () => {
    const text = 'They leave this list, unsent. An enquiry that one of them belongs to goes on naming it.';
    if (await confirm({ title: 'Dismiss all of them?', text, action: 'Dismiss all' })) onDismiss();
  };
  return (
    <Button size="xs" onClick={ask}>
      Dismiss all
    </Button>
  );
}

function useMailActions() {
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState('');
  const act = useMutation({
    mutationFn: (call: () => Promise<unknown>) => call(),
    onMutate: () => setProblem(''),
    onError: (error) => setProblem(sentenceOf(error, 'That did not work.')),
    onSettled: () => {
      queryClient.invalidateQueries({ queryKey: ['outbox'] });
      queryClient.invalidateQueries({ queryKey: ['enquiries'] });
    },
  });
  const { outbox, privacy } = api.client;
  return {
    problem,
    retry: (id: string) => act.mutate(() => answerOf(outbox[':id'].retry.$post({ param: { id } }))),
    correct: (id: string, addresses: Addresses) =>
      act.mutate(async () => {
        await answerOf(privacy.correct.$post({ json: addresses }));
        await answerOf(outbox[':id'].retry.$post({ param: { id } }));
      }),
    dismiss: (id: string) => act.mutate(() => answerOf(outbox[':id'].dismiss.$post({ param: { id } }))),
    dismissAll: () => act.mutate(() => answerOf(outbox.dismiss.$post())),
    retryAll: (state: 'failed' | 'written-to-disk') =>
      act.mutate(() => answerOf(outbox.retry.$post({ json: { state } }))),
  };
}

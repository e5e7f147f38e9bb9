import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Mail, MailHealth } from '@threadline/schema/enquiry';
import { type ComponentProps, useState } from 'react';
import { answerOf, api, sentenceOf } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { momentOf } from '../../ui/time.ts';
import classes from './enquiries.module.css';
import { useEnquiryCounts } from './enquiries-query.ts';
import { MoreButton } from './more-button.tsx';

const tones = { pending: 'waiting', sent: 'good', filed: 'info', failed: 'bad', dismissed: 'info' } as const;

interface UnsentMailsProps {
  mode: MailHealth['mode'];
  mails: Mail[];
  query: ComponentProps<typeof MoreButton>['query'];
}

/** What waits, failed or lies in a file; each can be sent again or put aside, and leads to its enquiry. */
export function UnsentMails({ mode, mails, query }: UnsentMailsProps) {
  const { retry, retryAll, dismiss, problem } = useMailActions();
  return (
    <section className="panel">
      <div className="panel-head">
        <h2>Messages that were not sent</h2>
        <SendAll mode={mode} hasFiled={mails.some(({ state }) => state === 'filed')} onSend={retryAll} />
      </div>
      {mails.length === 0 && <p className={`dimmed ${classes.nothing}`}>Everything has been sent.</p>}
      {problem && (
        <p className={`${classes.problem} ${classes.nothing}`} role="alert">
          {problem}
        </p>
      )}
      <ul className={classes.lines}>
        {mails.map(({ id, to, kind, state, createdAt, lastError, requestId }) => (
          <li key={id}>
            <strong>{to}</strong>
            <span>{kind.replaceAll('-', ' ')}</span>
            <span className="tag" data-tone={tones[state]}>
              {state}
            </span>
            {requestId && (
              <Link to="/enquiries" search={{ status: 'all', id: requestId }}>
                Open the enquiry
              </Link>
            )}
            <span className="meta">{momentOf(createdAt)}</span>
            {(state === 'failed' || state === 'filed') && (
              <>
                <Button size="xs" onClick={() => retry(id)}>
                  Send again
                </Button>
                <Button size="xs" aria-label={`Dismiss the message to ${to}`} onClick={() => dismiss(id)}>
                  Dismiss
                </Button>
              </>
            )}
            {lastError && <p className={classes.problem}>{lastError}</p>}
          </li>
        ))}
      </ul>
      <MoreButton query={query} />
    </section>
  );
}

interface SendAllProps {
  mode: MailHealth['mode'];
  hasFiled: boolean;
  onSend: (state: 'failed' | 'filed') => void;
}

/** Files are sent only once there is a server to send them with. */
function SendAll({ mode, hasFiled, onSend }: SendAllProps) {
  const confirm = useConfirm();
  const { data: counts } = useEnquiryCounts();
  const failed = counts?.failedMails ?? 0;
  const ask = async (state: 'failed' | 'filed', what: string) => {
    const text = `${what} go out to their recipients, as soon as the mail server takes them.`;
    if (await confirm({ title: 'Send all of them again?', text, action: 'Send again' })) onSend(state);
  };
  return (
    <div className={classes.foot}>
      {failed > 0 && (
        <Button
          size="xs"
          onClick={() => ask('failed', failed === 1 ? 'The message that failed' : `The ${failed} messages that failed`)}
        >
          Send all failed again
        </Button>
      )}
      {mode === 'smtp' && hasFiled && (
        <Button size="xs" onClick={() => ask('filed', 'The messages that were written to files')}>
          Send all from files
        </Button>
      )}
    </div>
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
      queryClient.invalidateQueries({ queryKey: ['mails'] });
      queryClient.invalidateQueries({ queryKey: ['enquiries'] });
    },
  });
  const { mails } = api.client;
  return {
    problem,
    retry: (id: string) => act.mutate(() => answerOf(mails[':id'].retry.$post({ param: { id } }))),
    dismiss: (id: string) => act.mutate(() => answerOf(mails[':id'].dismiss.$post({ param: { id } }))),
    retryAll: (state: 'failed' | 'filed') => act.mutate(() => answerOf(mails.retry.$post({ json: { state } }))),
  };
}

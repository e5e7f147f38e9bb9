import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import list from '../../ui/record-list.module.css';
import { Loaded } from '../../ui/states.tsx';
import { enquiriesKey } from '../enquiries/inbox/enquiries-query.ts';
import { UnsentMessages } from './unsent-messages.tsx';

export const outboxKey = ['outbox'];

/** The state of the mail delivery, its self-test and the messages that were not sent. */
export function MailView() {
  const query = useInfiniteQuery({
    queryKey: outboxKey,
    queryFn: ({ pageParam }) => unwrap(api.client.outbox.$get({ query: pageParam ? { cursor: pageParam } : {} })),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => ({
      mode: pages[0]?.mode ?? 'files',
      problem: pages[0]?.problem,
      messages: pages.flatMap(({ messages }) => messages),
    }),
    refetchInterval: 15_000,
  });
  return (
    <Loaded query={query} what="The mail could not be loaded.">
      {({ mode, problem, messages }) => (
        <div className={list.stack}>
          {mode === 'files' && (
            <div className="alert" data-tone="waiting">
              Email is not set up, so messages are not sent: they are written to the folder “mail” in the data folder.
              Ask your web developer or hosting provider to set SMTP_URL, as the operations guide describes.
            </div>
          )}
          {problem && (
            <div className="alert" role="alert">
              The mail server refuses messages: {problem.replace(/\.?$/, '.')} They stay pending and are retried
              automatically.
            </div>
          )}
          <SelfTest />
          <UnsentMessages mode={mode} messages={messages}>
            <MoreButton query={query} />
          </UnsentMessages>
        </div>
      )}
    </Loaded>
  );
}

const stepLabels = {
  sent: 'Form sent',
  stored: 'Enquiry stored',
  mail: 'Email handed over',
  recipients: 'Email received',
};

function SelfTest() {
  const queryClient = useQueryClient();
  const test = useMutation({
    mutationFn: () => unwrap(api.client['self-test'].$post()),
    onSuccess: () => {
      queryClient.invalidateQueries({ queryKey: outboxKey });
      queryClient.invalidateQueries({ queryKey: enquiriesKey });
    },
  });
  return (
    <section className="panel">
      <div className="panel-head">
        <h2>Test the enquiry form</h2>
        <Button size="xs" loading={test.isPending} onClick={() => test.mutate()}>
          Send a test enquiry
        </Button>
      </div>
      <div role="status">
        {!test.data && !test.error && (
          <p className={`dimmed ${list.note}`}>
            Sends a marked enquiry as a visitor would, and checks each step. It is deleted after a week.
          </p>
        )}
        <ErrorAlert className={list.alert} error={test.error} fallback="The test failed. Please try again." />
        <ul className={list.rows}>
          {test.data?.steps.map(({ step, ok, detail }) => (
            <li key={step}>
              <span className="tag" data-tone={ok ? 'good' : 'bad'}>
                {ok ? 'done' : 'failed'}
              </span>
              <strong>{stepLabels[step]}</strong>
              <span className="dimmed">{detail}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

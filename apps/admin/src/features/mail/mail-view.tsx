import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api, sentenceOf } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { LoadFailure, SkeletonRows } from '../../ui/states.tsx';
import classes from '../enquiries/inbox/enquiries.module.css';
import { UnsentMails } from './unsent-mails.tsx';

/** How the mail goes, and the test of the whole way. */
export function MailView() {
  const query = useInfiniteQuery({
    queryKey: ['outbox'],
    queryFn: ({ pageParam }) => answerOf(api.client.outbox.$get({ query: pageParam ? { cursor: pageParam } : {} })),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: 15_000,
  });
  if (query.error && !query.data)
    return <LoadFailure what="The mail could not be looked at." error={query.error} onRetry={() => query.refetch()} />;
  const [first] = query.data?.pages ?? [];
  if (!query.data || !first) return <SkeletonRows />;
  const { mode, problem } = first;
  const mails = query.data.pages.flatMap((page) => page.messages);
  return (
    <div className={classes.stack}>
      {mode === 'files' && (
        <div className="alert" data-tone="waiting">
          No mail server is set up, so nobody receives anything: messages are written to the folder “mail” of the data.
          Whoever looks after the server sets one up; the operations guide says how.
        </div>
      )}
      {problem && (
        <div className="alert" role="alert">
          The mail server does not take messages: {problem.replace(/\.?$/, '.')} They wait and go out by themselves.
        </div>
      )}
      <SelfTest />
      <UnsentMails mode={mode} mails={mails} query={query} />
    </div>
  );
}

const stepNames = {
  sent: 'The form answers',
  stored: 'The enquiry is stored',
  mail: 'The message is handed over',
  recipients: 'Somebody receives it',
};

function SelfTest() {
  const queryClient = useQueryClient();
  const test = useMutation({
    mutationFn: () => answerOf(api.client['self-test'].$post()),
    onSuccess: () => {
      queryClient.invalidateQueries({ queryKey: ['outbox'] });
      queryClient.invalidateQueries({ queryKey: ['enquiries'] });
    },
  });
  return (
    <section className="panel">
      <div className="panel-head">
        <h2>Test the form</h2>
        <Button size="xs" loading={test.isPending} onClick={() => test.mutate()}>
          Send a test enquiry
        </Button>
      </div>
      <div role="status">
        {!test.data && !test.error && (
          <p className={`dimmed ${classes.nothing}`}>
            Sends a marked enquiry the way a visitor does, and says how far it came. It is deleted after a week.
          </p>
        )}
        {test.error && (
          <p className={`${classes.problem} ${classes.nothing}`}>{sentenceOf(test.error, 'The test failed.')}</p>
        )}
        <ul className={classes.lines}>
          {test.data?.steps.map(({ step, ok, detail }) => (
            <li key={step}>
              <span className="tag" data-tone={ok ? 'good' : 'bad'}>
                {ok ? 'done' : 'failed'}
              </span>
              <strong>{stepNames[step]}</strong>
              <p className="dimmed">{detail}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

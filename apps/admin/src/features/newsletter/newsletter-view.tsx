import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Subscriber } from '@threadline/schema/privacy';
import { useState } from 'react';
import { answerOf, api, sentenceOf } from '../../api/client.ts';
import { momentOf } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { saveReply } from '../../ui/save-file.ts';
import { LoadFailure, SkeletonRows } from '../../ui/states.tsx';
import classes from '../enquiries/inbox/enquiries.module.css';

/** Who wants the newsletter; only who has confirmed may be written to. */
export function NewsletterView() {
  const [problem, setProblem] = useState('');
  const query = useInfiniteQuery({
    queryKey: ['subscribers'],
    queryFn: ({ pageParam }) =>
      answerOf(api.client.subscribers.$get({ query: pageParam ? { cursor: pageParam } : {} })),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
  const save = () =>
    saveReply(api.client.subscribers['export.csv'].$get() as Promise<Response>, 'newsletter.csv').then(
      () => setProblem(''),
      (error) => setProblem(sentenceOf(error, 'The export failed.')),
    );
  if (query.error && !query.data)
    return <LoadFailure what="The list could not be loaded." error={query.error} onRetry={() => query.refetch()} />;
  const [first] = query.data?.pages ?? [];
  if (!query.data || !first) return <SkeletonRows />;
  const { total, members } = first.counts;
  const subscribers = query.data.pages.flatMap((page) => page.subscribers);
  return (
    <section className="panel">
      <div className="panel-head">
        <h2>
          {members} on the list, of {total} {total === 1 ? 'address' : 'addresses'}
        </h2>
        <Button size="xs" onClick={save} leftSection={<IconDownload size={16} aria-hidden="true" />}>
          Export CSV
        </Button>
      </div>
      {problem && (
        <p className={`${classes.problem} ${classes.nothing}`} role="alert">
          {problem}
        </p>
      )}
      {subscribers.length === 0 && <p className={`dimmed ${classes.nothing}`}>Nobody has subscribed yet.</p>}
      <ul className={classes.lines}>
        {subscribers.map((subscriber) => {
          const { words, tone } = stateOf(subscriber);
          return (
            <li key={subscriber.email}>
              <strong>{subscriber.email}</strong>
              <span className="tag" data-tone={tone}>
                {words}
              </span>
              <span className="meta">since {momentOf(subscriber.createdAt)}</span>
            </li>
          );
        })}
      </ul>
      <MoreButton query={query} />
    </section>
  );
}

function stateOf({ confirmedAt, unsubscribedAt }: Subscriber): { words: string; tone?: string } {
  if (unsubscribedAt) return { words: 'has left' };
  return confirmedAt ? { words: 'confirmed', tone: 'good' } : { words: 'not confirmed', tone: 'waiting' };
}

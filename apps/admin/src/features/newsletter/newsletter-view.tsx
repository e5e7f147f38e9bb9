import { useInfiniteQuery } from '@tanstack/react-query';
import type { Subscriber } from '@threadline/schema/privacy';
import { api, unwrap } from '../../api/client.ts';
import { formatTimestamp } from '../../format/time.ts';
import { ExportButton } from '../../ui/export-button.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import list from '../../ui/record-list.module.css';
import { Loaded } from '../../ui/states.tsx';

/** The newsletter subscribers. Only confirmed ones may receive it. */
export function NewsletterView() {
  const query = useInfiniteQuery({
    queryKey: ['subscribers'],
    queryFn: ({ pageParam }) => unwrap(api.client.subscribers.$get({ query: pageParam ? { cursor: pageParam } : {} })),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => ({
      counts: pages[0]?.counts ?? { total: 0, members: 0 },
      subscribers: pages.flatMap(({ subscribers }) => subscribers),
    }),
  });
  const requestExport = () => api.client.subscribers['export.csv'].$get() as Promise<Response>;
  return (
    <Loaded query={query} what="The subscribers could not be loaded.">
      {({ counts: { members, total }, subscribers }) => (
        <section className="panel">
          <div className="panel-head">
            <h2>
              {members === 1 ? '1 subscriber' : `${members} subscribers`} of{' '}
              {total === 1 ? '1 address' : `${total} addresses`}
            </h2>
            <ExportButton file="newsletter.csv" request={requestExport} />
          </div>
          {subscribers.length === 0 && <p className={`dimmed ${list.note}`}>No subscribers yet.</p>}
          <ul className={list.rows}>
            {subscribers.map((subscriber) => {
              const { label, tone } = getState(subscriber);
              return (
                <li key={subscriber.email}>
                  <strong>{subscriber.email}</strong>
                  <span className="tag" data-tone={tone}>
                    {label}
                  </span>
                  <span className="meta">since {formatTimestamp(subscriber.createdAt)}</span>
                </li>
              );
            })}
          </ul>
          <MoreButton query={query} />
        </section>
      )}
    </Loaded>
  );
}

function getState({ confirmedAt, unsubscribedAt }: Subscriber): { label: string; tone?: string } {
  if (unsubscribedAt) return { label: 'unsubscribed' };
  return confirmedAt ? { label: 'confirmed', tone: 'good' } : { label: 'not confirmed', tone: 'waiting' };
}

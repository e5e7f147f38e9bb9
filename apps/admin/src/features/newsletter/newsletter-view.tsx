import { useInfiniteQuery } from '@tanstack/react-query';
import type { Subscriber } from '@threadline/schema/wire/privacy';
import { api, unwrap } from '../../api/client.ts';
import { formatCount } from '../../format/numbers.ts';
import { formatDateTime } from '../../format/time.ts';
import { ExportButton } from '../../ui/export-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { MoreButton, RecordList } from '../../ui/record-list.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';

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
    <Loaded query={query} heading="The subscribers could not be loaded.">
      {({ counts: { members, total }, subscribers }) => (
        <Panel
          title={describeCounts(members, total - members)}
          extra={
            <ExportButton
              file="newsletter.csv"
              label="Export the confirmed addresses"
              emptyReason={members === 0 && 'No address is confirmed yet.'}
              request={requestExport}
            />
          }
          style={{ maxWidth: 960 }}
        >
          <RecordList items={subscribers} empty="No subscribers yet.">
            {(subscriber) => {
              const { label, tone } = getState(subscriber);
              return (
                <li key={subscriber.email}>
                  <strong>{subscriber.email}</strong>
                  <Tag tone={tone}>{label}</Tag>
                  <small>since {formatDateTime(subscriber.createdAt)}</small>
                </li>
              );
            }}
          </RecordList>
          <MoreButton query={query} />
        </Panel>
      )}
    </Loaded>
  );
}

function describeCounts(members: number, others: number): string {
  const subscribers = formatCount(members, 'subscriber');
  return others === 0 ? subscribers : `${subscribers}, ${others} not confirmed or unsubscribed`;
}

function getState({ confirmedAt, unsubscribedAt }: Subscriber): { label: string; tone?: 'success' | 'warning' } {
  if (unsubscribedAt) return { label: 'unsubscribed' };
  return confirmedAt ? { label: 'confirmed', tone: 'success' } : { label: 'not confirmed', tone: 'warning' };
}

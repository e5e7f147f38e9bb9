import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Delivery } from '@threadline/schema/publishing';
import { answerOf, api, sentenceOf } from '../../api/client.ts';
import { momentOf } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/states.tsx';
import classes from './releases.module.css';

/** Who was told about new content, and with what result. */
export function Deliveries() {
  const query = useQuery({
    queryKey: ['deliveries'],
    queryFn: () => answerOf(api.client.publishing.deliveries.$get()),
    refetchInterval: 15_000,
  });
  const queryClient = useQueryClient();
  const retry = useMutation({
    mutationFn: (id: string) => answerOf(api.client.publishing.deliveries[':id'].retry.$post({ param: { id } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['deliveries'] }),
  });
  return (
    <section className="panel">
      <div className="panel-head">
        <h2>Webhook deliveries</h2>
        <span className="meta">To the publisher and your webhook endpoints</span>
      </div>
      {retry.error && (
        <div className={`alert ${classes.problem}`} role="alert">
          {sentenceOf(retry.error, 'The delivery could not be retried. Try again.')}
        </div>
      )}
      <Loaded query={query} what="The deliveries could not be loaded." rows={3}>
        {({ deliveries }) =>
          deliveries.length === 0 ? (
            <p className={classes.nothing}>Nothing has been sent yet.</p>
          ) : (
            <ul className={classes.deliveries}>
              {deliveries.slice(0, shownDeliveries).map((delivery) => (
                <DeliveryLine
                  key={delivery.id}
                  delivery={delivery}
                  isSending={retry.isPending && retry.variables === delivery.id}
                  onRetry={() => retry.mutate(delivery.id)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

const shownDeliveries = 20;

interface DeliveryLineProps {
  delivery: Delivery;
  isSending: boolean;
  onRetry: () => void;
}

function DeliveryLine({ delivery, isSending, onRetry }: DeliveryLineProps) {
  return (
    <li>
      <span className={classes.endpoint}>{delivery.endpoint}</span>
      <span className="dimmed">change {delivery.revision}</span>
      <span className="tag" data-tone={tones[delivery.state]}>
        {delivery.state}
      </span>
      <span className="meta">{momentOf(delivery.deliveredAt ?? delivery.createdAt)}</span>
      {delivery.state !== 'pending' && (
        <Button
          size="compact-sm"
          loading={isSending}
          onClick={onRetry}
          leftSection={<IconRefresh size={14} aria-hidden="true" />}
          aria-label={`Retry: change ${delivery.revision} to ${delivery.endpoint}`}
        >
          Retry
        </Button>
      )}
      {delivery.state !== 'delivered' && delivery.lastError && (
        <span className={classes.reason}>{delivery.lastError}</span>
      )}
    </li>
  );
}

const tones: Partial<Record<Delivery['state'], string>> = { delivered: 'good', pending: 'waiting', failed: 'bad' };

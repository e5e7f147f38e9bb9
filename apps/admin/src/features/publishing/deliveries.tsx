import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Delivery } from '@threadline/schema/publishing';
import { api, unwrap } from '../../api/client.ts';
import { formatTimestamp } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import list from '../../ui/record-list.module.css';
import { Loaded } from '../../ui/states.tsx';

const queryKey = ['deliveries'];
const maxShown = 20;
const tones: Partial<Record<Delivery['state'], string>> = { delivered: 'good', pending: 'waiting', failed: 'bad' };

/** The newest webhook deliveries, to the publisher and to other endpoints. */
export function Deliveries() {
  const query = useQuery({
    queryKey,
    queryFn: () => unwrap(api.client.publishing.deliveries.$get()),
    refetchInterval: 15_000,
  });
  const queryClient = useQueryClient();
  const retry = useMutation({
    mutationFn: (id: string) => unwrap(api.client.publishing.deliveries[':id'].retry.$post({ param: { id } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  return (
    <section className="panel">
      <div className="panel-head">
        <h2>Webhook deliveries</h2>
        <span className="meta">Notifications to the publisher and to your webhook endpoints</span>
      </div>
      <ErrorAlert className={list.alert} error={retry.error} fallback="The delivery could not be retried." />
      <Loaded query={query} what="The deliveries could not be loaded." rows={3}>
        {({ deliveries }) =>
          deliveries.length === 0 ? (
            <p className={list.note}>Nothing has been sent yet.</p>
          ) : (
            <ul className={list.rows}>
              {deliveries.slice(0, maxShown).map((delivery) => (
                <DeliveryRow
                  key={delivery.id}
                  delivery={delivery}
                  isRetrying={retry.isPending && retry.variables === delivery.id}
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

interface DeliveryRowProps {
  delivery: Delivery;
  isRetrying: boolean;
  onRetry: () => void;
}

function DeliveryRow({ delivery, isRetrying, onRetry }: DeliveryRowProps) {
  const { endpoint, revision, state, deliveredAt, createdAt, lastError } = delivery;
  return (
    <li>
      <strong>{endpoint}</strong>
      <span className="dimmed">revision {revision}</span>
      <span className="tag" data-tone={tones[state]}>
        {state}
      </span>
      <span className="meta">{formatTimestamp(deliveredAt ?? createdAt)}</span>
      {state !== 'pending' && (
        <Button
          size="compact-sm"
          loading={isRetrying}
          onClick={onRetry}
          leftSection={<IconRefresh size={14} aria-hidden="true" />}
          aria-label={`Retry: revision ${revision} to ${endpoint}`}
        >
          Retry
        </Button>
      )}
      {state !== 'delivered' && lastError && <p className={list.error}>{lastError}</p>}
    </li>
  );
}

import { Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Delivery } from '@threadline/schema/wire/publishing';
import { api, unwrap } from '../../api/client.ts';
import { formatDateTime } from '../../format/time.ts';
import { ErrorAlert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorText, RecordList } from '../../ui/record-list.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';

const queryKey = ['deliveries'];
const maxShown = 20;
const stateLabels: Record<Delivery['state'], string> = {
  delivered: 'delivered',
  pending: 'pending',
  failed: 'failed',
  superseded: 'replaced by a newer change',
};
const tones = { delivered: 'success', pending: 'warning', failed: 'danger', superseded: undefined } as const;

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
    <>
      <ErrorAlert error={retry.error} fallback="The delivery could not be retried." />
      <Loaded query={query} heading="The deliveries could not be loaded." rows={3}>
        {({ deliveries }) => (
          <RecordList items={deliveries.slice(0, maxShown)} empty="Nothing has been sent yet.">
            {(delivery) => (
              <DeliveryRow
                key={delivery.id}
                delivery={delivery}
                isRetrying={retry.isPending && retry.variables === delivery.id}
                onRetry={() => retry.mutate(delivery.id)}
              />
            )}
          </RecordList>
        )}
      </Loaded>
    </>
  );
}

interface DeliveryRowProps {
  delivery: Delivery;
  isRetrying: boolean;
  onRetry: () => void;
}

function DeliveryRow({ delivery, isRetrying, onRetry }: DeliveryRowProps) {
  const { endpoint, state, deliveredAt, createdAt, lastError } = delivery;
  const change = `change of ${formatDateTime(createdAt)}`;
  return (
    <li>
      <strong>{endpoint}</strong>
      <Text span c="dimmed">
        {change}
      </Text>
      <Tag tone={tones[state]}>{stateLabels[state]}</Tag>
      {deliveredAt && <small>{formatDateTime(deliveredAt)}</small>}
      {state !== 'pending' && (
        <Button
          size="compact-sm"
          loading={isRetrying}
          onClick={onRetry}
          leftSection={<IconRefresh size={14} aria-hidden="true" />}
          aria-label={`Try again: ${change} to ${endpoint}`}
        >
          Try again
        </Button>
      )}
      {state !== 'delivered' && lastError && <ErrorText>{lastError}</ErrorText>}
    </li>
  );
}

import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { NewPrivacyRequest, PrivacyRequest } from '@threadline/schema/wire/privacy';
import { api, unwrap } from '../../api/client.ts';
import { toTimeRange } from '../../format/day-span.ts';
import { formatDateTime } from '../../format/time.ts';
import { ErrorAlert } from '../../ui/alert.tsx';
import { GridForm } from '../../ui/api-form.tsx';
import { Button } from '../../ui/button.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RecordList } from '../../ui/record-list.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Loaded } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useNow } from '../../ui/use-now.ts';

export const kindLabels: Record<PrivacyRequest['kind'], string> = {
  access: 'Access to their data',
  correction: 'Correct their data',
  erasure: 'Erase their data',
  withdrawal: 'Withdraw consent',
  grievance: 'Complaint',
};

const queryKey = ['privacy-requests'];
const call = api.client.privacy.requests;

/** Privacy requests: those made by the link in a mail are completed at once, the others have a due date. */
export function PrivacyRequests() {
  const queryClient = useQueryClient();
  const query = useQuery({ queryKey, queryFn: () => unwrap(call.$get()) });
  const complete = useMutation({
    mutationFn: (id: number) => unwrap(call[':id'].done.$post({ param: { id: String(id) } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  return (
    <Panel title="Privacy requests">
      <ErrorAlert error={complete.error} fallback="Nothing was changed. Try again." />
      <Loaded query={query} heading="The requests could not be loaded." rows={2}>
        {({ requests }) => (
          <RecordList items={requests} empty="No requests yet. Log requests that came by post or phone here.">
            {(request) => (
              <RequestRow key={request.id} request={request} onComplete={() => complete.mutate(request.id)} />
            )}
          </RecordList>
        )}
      </Loaded>
      <RequestForm />
    </Panel>
  );
}

function RequestRow({ request, onComplete }: { request: PrivacyRequest; onComplete: () => void }) {
  const { kind, email, note, receivedAt, dueAt, doneAt, doneBy } = request;
  const isOverdue = Date.parse(dueAt) < useNow();
  return (
    <li>
      <strong>{kindLabels[kind]}</strong>
      {email && <span>{email}</span>}
      {note && <span>{note}</span>}
      {doneAt === null ? (
        <Tag tone={isOverdue ? 'danger' : 'warning'}>
          {isOverdue ? 'overdue since' : 'due'} {formatDateTime(dueAt)}
        </Tag>
      ) : (
        <Tag tone="success">completed {doneBy ? `by ${doneBy}` : 'by the person, with the link from an email'}</Tag>
      )}
      <small>received {formatDateTime(receivedAt)}</small>
      {doneAt === null && (
        <Button size="xs" aria-label={`Complete: ${kindLabels[kind]}, ${email}`} onClick={onComplete}>
          Complete
        </Button>
      )}
    </li>
  );
}

type RequestValues = Omit<NewPrivacyRequest, 'receivedAt'> & { day: string };

/** Returns the request as the API takes it. The time to answer begins on the chosen day, or else now. */
export function toNewRequest({ day, ...request }: RequestValues): NewPrivacyRequest {
  const { from: receivedAt } = toTimeRange({ from: day });
  return { ...request, ...(receivedAt && { receivedAt }) };
}

/** Logs a request that came by mail, phone or post. */
function RequestForm() {
  const queryClient = useQueryClient();
  const form = useForm<RequestValues>({ initialValues: { kind: 'access', email: '', note: '', day: '' } });
  const add = useMutation({
    mutationFn: (values: RequestValues) => unwrap(call.$post({ json: toNewRequest(values) })),
    onSuccess: () => {
      form.reset();
      queryClient.invalidateQueries({ queryKey });
    },
  });
  return (
    <GridForm onSubmit={form.onSubmit((values) => add.mutate(values))}>
      <h3>Log a request</h3>
      <SelectField {...form.getInputProps('kind')} size="sm" label="Request type" options={kindLabels} />
      <TextInput {...form.getInputProps('email')} label="Email address of the person" type="email" required />
      <TextInput {...form.getInputProps('note')} label="Notes" placeholder="How it came, and details" />
      <DateField
        label="Received on, if not today"
        name="Received on"
        value={form.values.day}
        onChange={(day) => form.setFieldValue('day', day)}
      />
      <ErrorAlert error={add.error} fallback="The request could not be saved. Try again." />
      <Button type="submit" loading={add.isPending}>
        Save
      </Button>
    </GridForm>
  );
}

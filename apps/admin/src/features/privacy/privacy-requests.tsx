import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { NewPrivacyRequest, PrivacyRequest } from '@threadline/schema/privacy';
import { type FormEvent, useState } from 'react';
import { answerOf, api, sentenceOf } from '../../api/client.ts';
import { momentsOf } from '../../format/day-span.ts';
import { momentOf } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { DateField } from '../../ui/date-field.tsx';
import field from '../../ui/native-field.module.css';
import { Loaded } from '../../ui/states.tsx';
import { useNow } from '../../ui/use-now.ts';
import classes from '../enquiries/inbox/enquiries.module.css';

type Kind = PrivacyRequest['kind'];

export const kindNames: Record<Kind, string> = {
  access: 'See their details',
  correction: 'Correct their details',
  erasure: 'Erase their details',
  withdrawal: 'Withdraw consent',
  grievance: 'Complaint',
};

const queryKey = ['rights-requests'];
const call = api.client.privacy.requests;

/** What people have asked for about their own details: by the link it is done at once, the rest is due. */
export function PrivacyRequests() {
  const queryClient = useQueryClient();
  const query = useQuery({ queryKey, queryFn: () => answerOf(call.$get()) });
  const done = useMutation({
    mutationFn: (id: number) => answerOf(call[':id'].done.$post({ param: { id: String(id) } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  return (
    <section className="panel">
      <div className="panel-head">
        <h2>Requests about personal details</h2>
      </div>
      {done.error && (
        <p className={`${classes.problem} ${classes.nothing}`} role="alert">
          {sentenceOf(done.error, 'That did not work.')}
        </p>
      )}
      <Loaded query={query} what="The requests could not be loaded." rows={2}>
        {({ requests }) => <RequestLines requests={requests} onDone={done.mutate} />}
      </Loaded>
      <NewRequest />
    </section>
  );
}

function RequestLines({ requests, onDone }: { requests: PrivacyRequest[]; onDone: (id: number) => void }) {
  const now = useNow();
  if (requests.length === 0)
    return (
      <p className={`dimmed ${classes.nothing}`}>
        Nobody has asked yet. What came by mail or by telephone is written down here.
      </p>
    );
  return (
    <ul className={classes.lines}>
      {requests.map((request) => (
        <li key={request.id}>
          <strong>{kindNames[request.kind]}</strong>
          {request.email && <span className={classes.wrapping}>{request.email}</span>}
          {request.note && <span className={classes.wrapping}>{request.note}</span>}
          <State request={request} now={now} />
          <span className="meta">received {momentOf(request.receivedAt)}</span>
          {request.doneAt === null && (
            <Button
              size="xs"
              aria-label={`Done: ${kindNames[request.kind]}, ${request.email}`}
              onClick={() => onDone(request.id)}
            >
              Done
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function State({ request: { doneAt, doneBy, dueAt }, now }: { request: PrivacyRequest; now: number }) {
  if (doneAt !== null)
    return (
      <span className="tag" data-tone="good">
        done {doneBy ? `by ${doneBy}` : 'by the link'}
      </span>
    );
  const isLate = Date.parse(dueAt) < now;
  return (
    <span className="tag" data-tone={isLate ? 'bad' : 'waiting'}>
      {isLate ? 'was due' : 'due'} {momentOf(dueAt)}
    </span>
  );
}

/** The thirty days count from the day of the letter, where one is chosen. */
export function newRequestOf({
  day,
  ...request
}: Omit<NewPrivacyRequest, 'receivedAt'> & { day: string }): NewPrivacyRequest {
  const { from: receivedAt } = momentsOf({ from: day });
  return { ...request, ...(receivedAt && { receivedAt }) };
}

/** For what came by mail, by telephone or on paper. */
function NewRequest() {
  const queryClient = useQueryClient();
  const [kind, setKind] = useState<Kind>('access');
  const [email, setEmail] = useState('');
  const [note, setNote] = useState('');
  const [day, setDay] = useState('');
  const add = useMutation({
    mutationFn: () => answerOf(call.$post({ json: newRequestOf({ kind, email, note, day }) })),
    onSuccess: () => {
      setEmail('');
      setNote('');
      setDay('');
      queryClient.invalidateQueries({ queryKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (email.trim() !== '') add.mutate();
  };
  return (
    <form className={classes.correct} onSubmit={submit}>
      <h3>Write down a request that came another way</h3>
      <label>
        What is asked for
        <select className={field.field} value={kind} onChange={(event) => setKind(event.currentTarget.value as Kind)}>
          {Object.entries(kindNames).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <TextInput
        label="Email address of the person"
        type="email"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <TextInput
        label="Note"
        placeholder="how it came, what exactly"
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <DateField label="Received on, if not today" name="Received on" value={day} onChange={setDay} />
      {add.error && <p className={classes.problem}>{sentenceOf(add.error, 'Nothing was written down.')}</p>}
      <div>
        <Button type="submit" loading={add.isPending}>
          Write down
        </Button>
      </div>
    </form>
  );
}

import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PersonalData } from '@threadline/schema/privacy';
import { type FormEvent, useState } from 'react';
import { answerOf, api, sentenceOf } from '../../api/client.ts';
import { momentOf } from '../../format/time.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { saveBlob } from '../../ui/save-file.ts';
import { Loaded } from '../../ui/states.tsx';
import classes from '../enquiries/inbox/enquiries.module.css';
import { FixedRetentionNotice } from './fixed-retention-notice.tsx';
import { erasedWords, justErasedWords } from './format-erasure.ts';
import { kindNames, PrivacyRequests } from './privacy-requests.tsx';

/** What a person may ask the firm for: see, take along, correct, erase. */
export function PrivacyView() {
  const [email, setEmail] = useState('');
  const [outcome, setOutcome] = useState('');
  const find = useMutation({
    mutationFn: (email: string) => answerOf(api.client.privacy.find.$post({ json: { email } })),
    onMutate: () => setOutcome(''),
  });
  // Not looked up again: that would be a search in the log that nobody made.
  const onErased = (words: string) => {
    find.reset();
    setOutcome(words);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (email.trim() !== '') find.mutate(email.trim());
  };
  return (
    <div className={classes.stack}>
      <FixedRetentionNotice />
      <section className="panel">
        <div className="panel-head">
          <h2>Find somebody’s details</h2>
        </div>
        <form className={classes.find} onSubmit={submit}>
          <TextInput
            label="Email address"
            type="email"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={find.error && sentenceOf(find.error, 'The search failed.')}
          />
          <Button type="submit" variant="filled" loading={find.isPending}>
            Find
          </Button>
        </form>
        <p role="status" className={outcome ? classes.nothing : undefined}>
          {outcome}
        </p>
        {find.data && <Held data={find.data.data} onChanged={(next) => find.mutate(next)} onErased={onErased} />}
      </section>
      <PrivacyRequests />
      <Erasures />
    </div>
  );
}

interface HeldProps {
  data: PersonalData;
  onChanged: (email: string) => void;
  /** Called with what was erased, in words. */
  onErased: (words: string) => void;
}

function Held({ data, onChanged, onErased }: HeldProps) {
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  const { email } = data;
  const erase = useMutation({
    mutationFn: () => answerOf(api.client.privacy.erase.$post({ json: { email } })),
    onSuccess: (counts) => {
      queryClient.invalidateQueries();
      onErased(justErasedWords(counts));
    },
  });
  const askToErase = async () => {
    const text = `All enquiries, notes, messages and the newsletter entry of ${email} are deleted for good. A client’s file and an open complaint stay, and so does a proof without details.`;
    if (await confirm({ title: 'Erase everything?', text, action: 'Erase' })) erase.mutate();
  };
  if (data.enquiries.length + data.consents.length + data.requests.length === 0 && !data.newsletter)
    return <p className={`dimmed ${classes.nothing}`}>Nothing is held under this address.</p>;
  return (
    <div className={classes.held}>
      <ul className={classes.lines}>
        {data.enquiries.map(({ reference, companyName, contactName, phone, receivedAt, retainForClient }) => (
          <li key={reference}>
            <strong>{reference}</strong>
            <span>{[companyName, contactName, phone].filter(Boolean).join(', ')}</span>
            {retainForClient && <span className="tag">client’s file</span>}
            <span className="meta">{momentOf(receivedAt)}</span>
          </li>
        ))}
        {data.newsletter && (
          <li>
            <strong>Newsletter</strong>
            <span>{data.newsletter.email}</span>
            <span className="meta">since {momentOf(data.newsletter.createdAt)}</span>
          </li>
        )}
        {data.requests.map(({ kind, note, receivedAt }) => (
          <li key={`${kind} ${receivedAt}`}>
            <strong>Request: {kindNames[kind]}</strong>
            {note && <span className={classes.wrapping}>{note}</span>}
            <span className="meta">{momentOf(receivedAt)}</span>
          </li>
        ))}
      </ul>
      {erase.error && <p className={classes.problem}>{sentenceOf(erase.error, 'Nothing was erased.')}</p>}
      <div className={classes.foot}>
        <Button onClick={() => saveBlob(new Blob([JSON.stringify(data, null, 2)]), 'personal-details.json')}>
          Export
        </Button>
        <Button color="danger" variant="filled" loading={erase.isPending} onClick={askToErase}>
          Erase everything
        </Button>
      </div>
      <Correct email={email} onChanged={onChanged} />
    </div>
  );
}

const fields = { newEmail: 'New email address', contactName: 'Name', companyName: 'Company', phone: 'Phone' } as const;

function Correct({ email, onChanged }: { email: string; onChanged: (email: string) => void }) {
  const [values, setValues] = useState<Partial<Record<keyof typeof fields, string>>>({});
  const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
  const correct = useMutation({
    mutationFn: () => answerOf(api.client.privacy.correct.$post({ json: { email, ...filled } })),
    onSuccess: ({ data }) => {
      setValues({});
      onChanged(data.email);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (Object.keys(filled).length > 0) correct.mutate();
  };
  return (
    <form className={classes.correct} onSubmit={submit}>
      <h3>Correct, in every enquiry</h3>
      {(Object.keys(fields) as (keyof typeof fields)[]).map((name) => (
        <TextInput
          key={name}
          label={fields[name]}
          placeholder="stays as it is"
          value={values[name] ?? ''}
          onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
        />
      ))}
      {correct.error && <p className={classes.problem}>{sentenceOf(correct.error, 'Nothing was changed.')}</p>}
      <div>
        <Button type="submit" loading={correct.isPending}>
          Correct
        </Button>
      </div>
    </form>
  );
}

const reasons = { retention: 'The time was over', request: 'Erased by the person', admin: 'Erased in the admin' };

const listedWords = (count: number) => (count === 1 ? '1 enquiry will be erased' : `${count} enquiries will be erased`);

export function Erasures() {
  const query = useQuery({ queryKey: ['erasures'], queryFn: () => answerOf(api.client.privacy.erasures.$get()) });
  return (
    <section className="panel">
      <div className="panel-head">
        <h2>Proof of what was erased</h2>
      </div>
      <Loaded query={query} what="The list of what was erased could not be loaded." rows={2}>
        {({ erasures, scheduled }) =>
          erasures.length + scheduled.enquiries === 0 ? (
            <p className={`dimmed ${classes.nothing}`}>Nothing has been erased yet.</p>
          ) : (
            <ul className={classes.lines}>
              {scheduled.firstAt && (
                <li>
                  <strong>The time will be over</strong>
                  <span>{listedWords(scheduled.enquiries)}</span>
                  <span className="meta">from {momentOf(scheduled.firstAt)}</span>
                </li>
              )}
              {erasures.map(({ id, at, reason, by, enquiries, messages, subscribers }) => (
                <li key={id}>
                  <strong>{reasons[reason]}</strong>
                  {by && <span>{by}</span>}
                  <span>{erasedWords({ enquiries, messages, subscribers })}</span>
                  <span className="meta">{momentOf(at)}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

import { Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { findFixedRetention } from '@threadline/schema/content/fixed-retention';
import { retentionVariables } from '@threadline/schema/primitives/text-variables';
import type { Erasure, PersonalData } from '@threadline/schema/wire/privacy';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { api, getErrorMessage, unwrap } from '../../api/client.ts';
import { formatItemName } from '../../format/item-name.ts';
import { formatCount } from '../../format/numbers.ts';
import { formatDateTime } from '../../format/time.ts';
import { Alert, ErrorAlert } from '../../ui/alert.tsx';
import { GridForm, InlineForm } from '../../ui/api-form.tsx';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Note, Rows } from '../../ui/record-list.tsx';
import { saveBlob } from '../../ui/save-file.ts';
import { Loaded } from '../../ui/states.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useContent } from '../content/model/content-query.ts';
import { kindLabels, PrivacyRequests } from './privacy-requests.tsx';

/** Find, export, correct and erase the data of a person, and the privacy requests and erasures. */
export function PrivacyView() {
  const [email, setEmail] = useState(useLocation({ select: ({ state }) => state.personEmail }) ?? '');
  const [outcome, setOutcome] = useState('');
  const find = useMutation({
    mutationFn: (email: string) => unwrap(api.client.privacy.find.$post({ json: { email } })),
    onMutate: () => setOutcome(''),
  });
  // The link of an enquiry has already named the person.
  const findFirst = useEffectEvent(() => {
    if (email !== '') find.mutate(email);
  });
  useEffect(() => findFirst(), []);
  // No second search: the audit log would record one that no editor made.
  const onErased = (text: string) => {
    find.reset();
    setOutcome(text);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (email.trim() !== '') find.mutate(email.trim());
  };
  return (
    <Stack>
      <FixedRetentionNotice />
      <Panel title="Find the data of a person">
        <InlineForm onSubmit={submit}>
          <TextInput
            label="Email address"
            type="email"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={find.error && getErrorMessage(find.error, 'The search failed. Try again.')}
          />
          <Button type="submit" variant="filled" loading={find.isPending}>
            Find
          </Button>
        </InlineForm>
        <div role="status">{outcome && <Note>{outcome}</Note>}</div>
        {find.data && <PersonalDataPanel data={find.data.data} onCorrected={find.mutate} onErased={onErased} />}
      </Panel>
      <PrivacyRequests />
      <Erasures />
    </Stack>
  );
}

/** Names content that states a fixed retention period, which may differ from the setting. */
function FixedRetentionNotice() {
  const { data } = useContent();
  const items = Object.entries(data?.content ?? {}).flatMap(([section, group]) =>
    Object.entries(group).map(([key, { value }]) => ({ section, key, value })),
  );
  const found = findFixedRetention(items);
  if (found.length === 0) return null;
  return (
    <Alert tone="warning" role="status">
      These texts state how long enquiries are kept. Replace the period: type {'{'} and choose “
      {retentionVariables.retention}”. The text then always shows the setting under{' '}
      <Link to="/content" search={{ section: 'mail', item: 'retention' }}>
        Emails, Data retention
      </Link>
      .
      <ul>
        {found.map(({ section, key, pointer, period }) => (
          <li key={`${section}.${key}${pointer}`}>
            <Link to="/content" search={{ section, item: key }}>
              {formatItemName(section, key)}
            </Link>
            : “{period}”
          </li>
        ))}
      </ul>
    </Alert>
  );
}

interface PersonalDataPanelProps {
  data: PersonalData;
  onCorrected: (email: string) => void;
  /** Called with the outcome. */
  onErased: (text: string) => void;
}

function PersonalDataPanel({ data, onCorrected, onErased }: PersonalDataPanelProps) {
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  const { email, enquiries, consents, requests, newsletter } = data;
  const erase = useMutation({
    mutationFn: () => unwrap(api.client.privacy.erase.$post({ json: { email } })),
    onSuccess: (counts) => {
      queryClient.invalidateQueries();
      onErased(formatErasureOutcome(counts));
    },
  });
  const confirmErase = async () => {
    const text = `All enquiries, notes, messages and the newsletter entry of ${email} are deleted permanently. Client records, open complaints and an erasure record without personal data are kept.`;
    if (await confirm({ title: 'Erase everything?', text, action: 'Erase everything' })) erase.mutate();
  };
  if (enquiries.length + consents.length + requests.length === 0 && !newsletter)
    return <Note>There is no data for this address.</Note>;
  return (
    <>
      <Rows>
        {enquiries.map(({ reference, companyName, contactName, phone, receivedAt, retainForClient }) => (
          <li key={reference}>
            <strong>{reference}</strong>
            <span>{[companyName, contactName, phone].filter(Boolean).join(', ')}</span>
            {retainForClient && <Tag>client record</Tag>}
            <small>{formatDateTime(receivedAt)}</small>
          </li>
        ))}
        {newsletter && (
          <li>
            <strong>Newsletter</strong>
            <span>{newsletter.email}</span>
            <small>since {formatDateTime(newsletter.createdAt)}</small>
          </li>
        )}
        {requests.map(({ kind, note, receivedAt }) => (
          <li key={`${kind} ${receivedAt}`}>
            <strong>Request: {kindLabels[kind]}</strong>
            {note && <span>{note}</span>}
            <small>{formatDateTime(receivedAt)}</small>
          </li>
        ))}
      </Rows>
      <ErrorAlert error={erase.error} fallback="Nothing was erased. Try again." />
      <Group gap={10} p="md">
        <Button onClick={() => saveBlob(new Blob([JSON.stringify(data, null, 2)]), 'personal-details.json')}>
          Export their data
        </Button>
        <Button color="danger" variant="filled" loading={erase.isPending} onClick={confirmErase}>
          Erase everything
        </Button>
      </Group>
      <CorrectionForm email={email} onCorrected={onCorrected} />
    </>
  );
}

const correctionLabels = {
  newEmail: 'New email address',
  contactName: 'Name',
  companyName: 'Company',
  phone: 'Phone',
} as const;

type Correction = Record<keyof typeof correctionLabels, string>;

function CorrectionForm({ email, onCorrected }: { email: string; onCorrected: (email: string) => void }) {
  const form = useForm<Correction>({ initialValues: { newEmail: '', contactName: '', companyName: '', phone: '' } });
  const correct = useMutation({
    mutationFn: (changes: Partial<Correction>) =>
      unwrap(api.client.privacy.correct.$post({ json: { email, ...changes } })),
    onSuccess: ({ data }) => {
      form.reset();
      onCorrected(data.email);
    },
  });
  const submit = (values: Correction) => {
    const changes = Object.entries(values).filter(([, value]) => value.trim() !== '');
    if (changes.length > 0) correct.mutate(Object.fromEntries(changes));
  };
  return (
    <GridForm onSubmit={form.onSubmit(submit)}>
      <h3>Correct their details in all enquiries</h3>
      {(Object.keys(correctionLabels) as (keyof Correction)[]).map((name) => (
        <TextInput {...form.getInputProps(name)} key={name} label={correctionLabels[name]} placeholder="No change" />
      ))}
      <ErrorAlert error={correct.error} fallback="Nothing was changed. Try again." />
      <Button type="submit" loading={correct.isPending}>
        Correct
      </Button>
    </GridForm>
  );
}

const reasons = {
  retention: 'Retention period over',
  request: 'Erased by the person',
  admin: 'Erased in the admin',
};

/** The erasures so far, without personal data, and those that the retention period will cause. */
export function Erasures() {
  const query = useQuery({ queryKey: ['erasures'], queryFn: () => unwrap(api.client.privacy.erasures.$get()) });
  return (
    <Panel title="Deleted personal data">
      <Loaded query={query} heading="The list of deleted data could not be loaded." rows={2}>
        {({ erasures, scheduled }) =>
          erasures.length + scheduled.enquiries === 0 ? (
            <Note>Nothing has been erased yet.</Note>
          ) : (
            <Rows>
              {scheduled.firstAt && (
                <li>
                  <strong>Scheduled</strong>
                  <span>{formatCount(scheduled.enquiries, 'enquiry', 'enquiries')} will be erased</span>
                  <small>from {formatDateTime(scheduled.firstAt)}</small>
                </li>
              )}
              {erasures.map(({ id, at, reason, by, ...counts }) => (
                <li key={id}>
                  <strong>{reasons[reason]}</strong>
                  {by && <span>{by}</span>}
                  <span>{formatErasedCounts(counts)}</span>
                  <small>{formatDateTime(at)}</small>
                </li>
              ))}
            </Rows>
          )
        }
      </Loaded>
    </Panel>
  );
}

type ErasedCounts = Pick<Erasure, 'enquiries' | 'messages' | 'subscribers'>;

/** Returns "1 enquiry, 3 messages". Zero counts are left out. */
export function formatErasedCounts({ enquiries, messages, subscribers }: ErasedCounts): string {
  const parts = [
    [enquiries, 'enquiry', 'enquiries'],
    [messages, 'message', 'messages'],
    [subscribers, 'newsletter entry', 'newsletter entries'],
  ] as const;
  const listed = parts.filter(([count]) => count > 0).map(([count, one, many]) => formatCount(count, one, many));
  return listed.join(', ') || 'No data was found';
}

/** Returns the outcome of an erasure that was just made. */
export function formatErasureOutcome({ retained, ...counts }: ErasedCounts & { retained: number }): string {
  const isEmpty = counts.enquiries + counts.messages + counts.subscribers === 0;
  const erased = isEmpty ? 'There was nothing to erase.' : `Erased: ${formatErasedCounts(counts)}.`;
  return retained === 0
    ? erased
    : `${erased} ${formatCount(retained, 'client record was', 'client records were')} kept.`;
}

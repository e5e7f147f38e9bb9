import '@mantine/core/styles/Input.layer.css';
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDownload, IconSearch } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type EnquiryStatus, enquiryStatuses } from '@threadline/schema/enquiry-status';
import { useState } from 'react';
import { api, sentenceOf } from '../../api.ts';
import { useUser } from '../../session.tsx';
import { Button } from '../../ui/button.tsx';
import field from '../../ui/native-field.module.css';
import classes from './enquiries.module.css';
import { type EnquiryFilter, useEnquiryCounts } from './enquiries-query.ts';
import { EnquiryDetail } from './enquiry-detail.tsx';
import { EnquiryList } from './enquiry-list.tsx';
import inbox from './inbox.module.css';
import { MailNotice } from './mail-notice.tsx';
import { saveReply } from './save-file.ts';
import { statusNames } from './status-names.ts';

const narrowings = { everybody: {}, mine: {}, nobody: { assignee: 'none' }, late: { overdue: '1' } } as const;
type Narrowing = keyof typeof narrowings;
const narrowingNames: Record<Narrowing, string> = {
  everybody: 'Everybody’s',
  mine: 'Assigned to me',
  nobody: 'Assigned to nobody',
  late: 'Late',
};

/** Each search asks the server. */
const typingPauseMs = 200;

/** List and enquiry side by side; on a phone one after the other. */
export function Inbox() {
  const { status = 'new', id, only } = useSearch({ from: '/signed-in/enquiries' });
  const navigate = useNavigate();
  const me = useUser();
  const [words, setWords] = useState('');
  const [q] = useDebouncedValue(words.trim(), typingPauseMs);
  const folder = status === 'all' ? undefined : (status as EnquiryStatus);
  const narrowing: Narrowing = only && only in narrowings ? (only as Narrowing) : 'everybody';
  const filter: EnquiryFilter = {
    ...(narrowing === 'late' ? {} : folder && { status: folder }),
    ...(q && { q }),
    ...(narrowing === 'mine' ? { assignee: me._id } : narrowings[narrowing]),
  };
  const go = (search: { status?: string; id?: string; only?: string }) =>
    navigate({ to: '/enquiries', search: { status, only, ...search } });

  return (
    <>
      <MailNotice />
      <div className={inbox.inbox} data-open={id !== undefined || undefined}>
        <section className={`panel ${inbox.side}`} aria-label="Enquiries">
          <Folders
            // What is late lies in two folders.
            shown={narrowing === 'late' ? undefined : status}
            onPick={(next) => go({ status: next, id: undefined, ...(narrowing === 'late' && { only: undefined }) })}
          />
          <div className={inbox.filters}>
            <TextInput
              aria-label="Search"
              placeholder="Search company, name or words"
              leftSection={<IconSearch size={16} aria-hidden="true" />}
              value={words}
              onChange={(event) => setWords(event.currentTarget.value)}
            />
            <div className={inbox.filterRow}>
              <select
                aria-label="Which of them"
                className={field.field}
                value={narrowing}
                onChange={(event) => go({ only: event.currentTarget.value, id: undefined })}
              >
                {Object.entries(narrowingNames).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
              <ExportButton filter={filter} />
            </div>
          </div>
          <EnquiryList filter={filter} selected={id} onSelect={(next) => go({ id: next })} />
        </section>
        {id === undefined ? (
          <p className={`dimmed ${inbox.hint}`}>Choose an enquiry to read and answer it.</p>
        ) : (
          <EnquiryDetail key={id} id={id} onClose={() => go({ id: undefined })} />
        )}
      </div>
    </>
  );
}

function Folders({ shown, onPick }: { shown: string | undefined; onPick: (status: string) => void }) {
  const { data: counts } = useEnquiryCounts();
  return (
    <fieldset className={inbox.folders} aria-label="Folder">
      {[...enquiryStatuses, 'all'].map((status) => (
        <button key={status} type="button" aria-pressed={shown === status} onClick={() => onPick(status)}>
          {status === 'all' ? 'All' : statusNames[status as EnquiryStatus]}
          {status !== 'all' && counts && <small>{counts.byStatus[status as EnquiryStatus]}</small>}
        </button>
      ))}
    </fieldset>
  );
}

function ExportButton({ filter }: { filter: EnquiryFilter }) {
  const [problem, setProblem] = useState('');
  const save = () =>
    saveReply(api.client.enquiries['export.csv'].$get({ query: filter }) as Promise<Response>, 'enquiries.csv').then(
      () => setProblem(''),
      (error) => setProblem(sentenceOf(error, 'The export failed.')),
    );
  return (
    <>
      <Button size="xs" onClick={save} leftSection={<IconDownload size={16} aria-hidden="true" />}>
        Export CSV
      </Button>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

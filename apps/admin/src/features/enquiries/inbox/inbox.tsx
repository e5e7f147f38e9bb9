import { IconDownload } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type EnquiryStatus, enquiryStatuses } from '@threadline/schema/enquiry-status';
import { useEffect, useRef, useState } from 'react';
import { api, sentenceOf } from '../../../api/client.ts';
import { useUser } from '../../../session.tsx';
import { Button } from '../../../ui/button.tsx';
import { saveReply } from '../../../ui/save-file.ts';
import classes from './enquiries.module.css';
import { useEnquiryCounts, useEnquiryList } from './enquiries-query.ts';
import { EnquiryDetail } from './enquiry-detail.tsx';
import { EnquiryList } from './enquiry-list.tsx';
import { testsBesides } from './hidden-tests-notice.ts';
import inbox from './inbox.module.css';
import { exportOf } from './inbox-export.ts';
import { InboxFilters } from './inbox-filters.tsx';
import { type EnquiryFilter, type InboxSearch, inboxFilter, isOfTwoFolders, startOf } from './inbox-search.ts';
import { MailNotice } from './mail-notice.tsx';
import { readInboxSearch } from './read-inbox-search.ts';
import { statusNames } from './status-names.ts';
import { useTopOfDetail } from './use-inbox-links.ts';

/** List and enquiry side by side; on a phone one after the other. */
export function Inbox() {
  const { id, view: _, ...search } = useSearch({ from: '/signed-in/enquiries' });
  const navigate = useNavigate();
  const me = useUser();
  const filter = inboxFilter(search, me._id);
  const isOfTwo = isOfTwoFolders(search.only);
  const pane = useTopOfDetail(id);
  const isEmpty = useEnquiryList(filter).data?.pages[0]?.enquiries.length === 0;
  useStart(search, id);
  // From the newest address, not the one that is shown: a pause in typing may end while a filter is on its way.
  const narrow = (change: InboxSearch, { keepsOpen = false, replace = false } = {}) =>
    navigate({
      to: '/enquiries',
      search: ({ id: opened, ...newest }) => ({
        ...readInboxSearch({ ...newest, ...change }),
        ...(keepsOpen && { id: opened }),
      }),
      replace,
      ignoreBlocker: keepsOpen, // an answer that was begun stays where it is
    });
  const open = (next: string | undefined) =>
    navigate({ to: '/enquiries', search: (newest) => ({ ...newest, id: next }) });
  return (
    <>
      <MailNotice />
      <div className={inbox.inbox} data-open={id !== undefined || undefined}>
        <section className={`panel ${inbox.side}`} aria-label="Enquiries">
          <Folders
            filter={filter}
            shown={isOfTwo ? undefined : (search.status ?? 'new')}
            onPick={(status) => narrow({ status, ...(isOfTwo && { only: undefined }) })}
          />
          <InboxFilters
            search={search}
            onChange={narrow}
            onDay={(day) => narrow(day, { replace: true })}
            // Typing leaves open what is being read or answered, and is one step back, not one for each letter.
            onSearch={(q) => narrow({ q }, { keepsOpen: true, replace: true })}
          >
            <ExportButton filter={filter} />
          </InboxFilters>
          <EnquiryList filter={filter} selected={id} onSelect={open} />
        </section>
        <div className={inbox.pane} ref={pane}>
          {id === undefined ? (
            !isEmpty && <p className={`dimmed ${inbox.hint}`}>Choose an enquiry to read and answer it.</p>
          ) : (
            <EnquiryDetail key={id} id={id} onClose={() => open(undefined)} />
          )}
        </div>
      </div>
    </>
  );
}

/** Only as the inbox opens: what is read in it must not change the list. */
function useStart(search: InboxSearch, id: string | undefined): void {
  const { data: counts } = useEnquiryCounts();
  const navigate = useNavigate();
  const isOpened = useRef(false);
  useEffect(() => {
    if (!counts || isOpened.current) return;
    isOpened.current = true;
    const start = id === undefined && startOf(search, counts);
    if (start) navigate({ to: '/enquiries', search: start, replace: true });
  }, [counts, search, id, navigate]);
}

interface FoldersProps {
  filter: EnquiryFilter;
  shown: string | undefined;
  onPick: (status: string) => void;
}

function Folders({ filter, shown, onPick }: FoldersProps) {
  const { data: counts } = useEnquiryCounts();
  const rows = useEnquiryList(filter).data?.pages.flatMap((page) => page.enquiries) ?? [];
  const tests = testsBesides(filter, rows);
  return (
    <fieldset className={inbox.folders} aria-label="Folder">
      {[...enquiryStatuses, 'all'].map((status) => (
        <button key={status} type="button" aria-pressed={shown === status} onClick={() => onPick(status)}>
          {status === 'all' ? 'All' : statusNames[status as EnquiryStatus]}
          {status !== 'all' && counts && (
            <small>
              {counts.byStatus[status as EnquiryStatus]}
              {status === shown && tests}
            </small>
          )}
        </button>
      ))}
    </fieldset>
  );
}

function ExportButton({ filter }: { filter: EnquiryFilter }) {
  const [problem, setProblem] = useState('');
  const { words, file } = exportOf(filter, useEnquiryCounts().data?.byStatus);
  const save = () =>
    saveReply(api.client.enquiries['export.csv'].$get({ query: filter }) as Promise<Response>, file).then(
      () => setProblem(''),
      (error) => setProblem(sentenceOf(error, 'The export failed.')),
    );
  return (
    <>
      <Button size="xs" onClick={save} leftSection={<IconDownload size={16} aria-hidden="true" />}>
        Export CSV ({words})
      </Button>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

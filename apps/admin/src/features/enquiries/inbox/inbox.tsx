import { Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { EnquiryStatus } from '@threadline/schema/wire/enquiry-status';
import { useEffect, useRef } from 'react';
import { api } from '../../../api/client.ts';
import { formatCount } from '../../../format/numbers.ts';
import { useUser } from '../../../session.tsx';
import { ExportButton } from '../../../ui/export-button.tsx';
import { FilterChips } from '../../../ui/filter-chips.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useEnquiryCounts, useEnquiryList } from './enquiries-query.ts';
import { EnquiryDetail } from './enquiry-detail.tsx';
import { EnquiryList } from './enquiry-list.tsx';
import classes from './inbox.module.css';
import { InboxFilters } from './inbox-filters.tsx';
import {
  describeExport,
  type EnquiryFilter,
  getInitialSearch,
  isFiltered,
  spansFolders,
  toEnquiryFilter,
} from './inbox-search.ts';
import { statusLabels } from './labels.ts';
import { MailNotice } from './mail-notice.tsx';
import { type InboxSearch, parseInboxSearch } from './parse-inbox-search.ts';

/** The list and the open enquiry, side by side where there is room. */
export function Inbox() {
  const { id, view: _, ...search } = useSearch({ from: '/signed-in/enquiries' });
  const navigate = useNavigate();
  const { _id: userId } = useUser();
  const filter = toEnquiryFilter(search, userId);
  const { data: counts } = useEnquiryCounts();
  const isEmpty = useEnquiryList(filter).data?.length === 0;
  const pane = useScrollToTop(id);
  useInitialSearch(search, id);
  // Starts from the newest address: a search may be sent while another filter is on its way to it.
  const setFilters = (change: InboxSearch, { keepOpen = false, replace = false } = {}) =>
    navigate({
      to: '/enquiries',
      search: ({ id: openId, ...newest }) => ({
        ...parseInboxSearch({ ...newest, ...change }),
        ...(keepOpen && { id: openId }),
      }),
      replace,
      ignoreBlocker: keepOpen, // an unsent reply stays where it is
    });
  const open = (nextId: string | undefined) =>
    navigate({ to: '/enquiries', search: (newest) => ({ ...newest, id: nextId }) });
  const { label, file } = describeExport(filter, counts?.byStatus);
  const requestExport = () => api.client.enquiries['export.csv'].$get({ query: filter }) as Promise<Response>;
  return (
    <>
      <MailNotice />
      <div className={classes.inbox} data-open={id !== undefined || undefined}>
        <Panel className={classes.side} aria-label="Enquiries">
          <Folders
            filter={filter}
            shown={spansFolders(search.only) ? undefined : ((search.status ?? 'new') as Folder)}
            onSelect={(status) => setFilters({ status, ...(spansFolders(search.only) && { only: undefined }) })}
          />
          <InboxFilters search={search} onChange={setFilters}>
            <ExportButton file={file} request={requestExport} label={`Export CSV (${label})`} />
          </InboxFilters>
          <EnquiryList filter={filter} selectedId={id} onSelect={open} />
        </Panel>
        <div className={classes.pane} ref={pane}>
          {id === undefined ? (
            !isEmpty && (
              <Text c="dimmed" ta="center" px="md" py={48}>
                Choose an enquiry to read and answer it.
              </Text>
            )
          ) : (
            <EnquiryDetail key={id} id={id} onClose={() => open(undefined)} />
          )}
        </div>
      </div>
    </>
  );
}

/** Applies the initial filters once, when the inbox opens. Reading enquiries later does not change the list. */
function useInitialSearch(search: InboxSearch, id: string | undefined): void {
  const { data: counts } = useEnquiryCounts();
  const navigate = useNavigate();
  const isDone = useRef(false);
  useEffect(() => {
    if (!counts || isDone.current) return;
    isDone.current = true;
    const initial = id === undefined && getInitialSearch(search, counts);
    if (initial) navigate({ to: '/enquiries', search: initial, replace: true });
  }, [counts, search, id, navigate]);
}

/** Scrolls to the start of an enquiry where it takes the place of the list. */
function useScrollToTop(id: string | undefined) {
  const pane = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (id === undefined || !pane.current || getComputedStyle(pane.current).position === 'sticky') return;
    const scroller = pane.current.closest('[data-scrolls]');
    if (scroller) scroller.scrollTop = 0;
  }, [id]);
  return pane;
}

type Folder = EnquiryStatus | 'all';

interface FoldersProps {
  filter: EnquiryFilter;
  shown: Folder | undefined;
  onSelect: (status: string) => void;
}

function Folders({ filter, shown, onSelect }: FoldersProps) {
  const { data: counts } = useEnquiryCounts();
  const rows = useEnquiryList(filter).data ?? [];
  // The counts leave tests out, but the list of a whole folder shows them.
  const tests = isFiltered(filter) ? 0 : rows.filter((row) => row.isTest && row.status === shown).length;
  const counted = counts?.byStatus ?? {};
  const note = tests > 0 ? `, and ${formatCount(tests, 'test')}` : '';
  return (
    <FilterChips
      label="Folder"
      options={{ ...statusLabels, all: 'All' }}
      selected={shown}
      counts={shown && shown !== 'all' ? { ...counted, [shown]: `${counts?.byStatus[shown] ?? ''}${note}` } : counted}
      onSelect={onSelect}
    />
  );
}

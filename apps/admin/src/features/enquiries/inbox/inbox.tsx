import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { EnquirySummary } from '@threadline/schema/wire/enquiry';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { api, isApiError } from '../../../api/client.ts';
import { useEnquiryCounts } from '../../../api/enquiry-counts.ts';
import { enquiriesKey } from '../../../api/query-keys.ts';
import { formatCount } from '../../../format/numbers.ts';
import { useUser } from '../../../session.tsx';
import { hasOpenEdits } from '../../../store/open-edits.ts';
import { ExportButton } from '../../../ui/export-button.tsx';
import { FilterChips } from '../../../ui/filter-chips.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { phone, useMedia, useSideBySide } from '../../../ui/use-media.ts';
import { EmptyPane } from './empty-inbox.tsx';
import { formatUnanswered, useEnquiry, useEnquiryList } from './enquiries-query.ts';
import { EnquiryDetail } from './enquiry-detail.tsx';
import { EnquiryList } from './enquiry-list.tsx';
import classes from './inbox.module.css';
import { InboxFilters } from './inbox-filters.tsx';
import {
  describeExport,
  type EnquiryFilter,
  type Folder,
  folderLabels,
  getFolder,
  getInitialSearch,
  isFiltered,
  toEnquiryFilter,
  toFolderSearch,
} from './inbox-search.ts';
import { MailNotice } from './mail-notice.tsx';
import { type InboxSearch, parseInboxSearch } from './parse-inbox-search.ts';
import { useVisibleRows } from './visible-rows.ts';

/** The list and the open enquiry, side by side where there is room: then the first one of the list is open. */
export function Inbox() {
  const { id, view: _, ...search } = useSearch({ from: '/signed-in/enquiries' });
  const navigate = useNavigate();
  const { _id: userId } = useUser();
  const filter = toEnquiryFilter(search, userId);
  const { first, setFirst } = useFirstRow(filter);
  const isWide = useSideBySide();
  const isLoaded = useEnquiryList(filter).data !== undefined;
  const openId = id ?? (isWide ? first : undefined);
  const enquiries = useVisibleRows(filter, openId);
  const pane = useScrollToTop(openId);
  const inbox = useRef<HTMLDivElement>(null);
  useInitialSearch(search, id);
  // Starts from the newest address: a search may be sent while another filter is on its way to it.
  const setFilters = (change: InboxSearch, { keepOpen = false, replace = false } = {}) =>
    navigate({
      to: '/enquiries',
      search: ({ id: chosenId, ...newest }) => ({
        ...parseInboxSearch({ ...newest, ...change }),
        ...(keepOpen && { id: chosenId }),
      }),
      replace,
      ignoreBlocker: keepOpen, // an unsent reply stays where it is
    });
  const open = (nextId: string | undefined, { replace = false } = {}) =>
    navigate({ to: '/enquiries', search: (newest) => ({ ...newest, id: nextId }), replace });
  // The enquiry is open already, so this is no step in the history of the browser.
  const choose = (nextId: string) => open(nextId, { replace: true });
  useErasedEnquiry(openId, filter, async (nextId) => {
    const { activeElement } = document;
    const isFocusHere = activeElement === document.body || inbox.current?.contains(activeElement);
    // The next one is not chosen, so it stays new until it is used.
    flushSync(() => setFirst(nextId));
    await open(undefined, { replace: true });
    const row = nextId && inbox.current?.querySelector<HTMLElement>(`[data-enquiry="${CSS.escape(nextId)}"]`);
    if (row && isFocusHere) row.focus();
  });
  return (
    <>
      <div className={classes.notice}>
        <MailNotice />
      </div>
      <div className={classes.inbox} ref={inbox} data-open={id !== undefined || undefined}>
        <section className={classes.side} aria-label="Enquiries">
          <Folders
            filter={filter}
            enquiries={enquiries}
            shown={getFolder(search)}
            onSelect={(folder) => setFilters(toFolderSearch(folder, search))}
          />
          <InboxFilters search={search} onChange={setFilters} />
          <div className={classes.list}>
            <EnquiryList filter={filter} enquiries={enquiries} selectedId={openId} onSelect={open} />
          </div>
        </section>
        <div className={classes.pane} ref={pane}>
          {openId === undefined ? (
            isLoaded && <EmptyPane isListEmpty={enquiries.length === 0} />
          ) : (
            <EnquiryDetail
              key={openId}
              id={openId}
              isChosen={openId === id}
              onChoose={() => choose(openId)}
              onClose={() => open(undefined)}
            />
          )}
        </div>
      </div>
    </>
  );
}

/** The export of the list, with its filters. */
export function InboxExport() {
  const { id, view: _, ...search } = useSearch({ from: '/signed-in/enquiries' });
  const { _id: userId } = useUser();
  const { data: counts } = useEnquiryCounts();
  const filter = toEnquiryFilter(search, userId);
  const { label, file } = describeExport(filter, counts?.byStatus);
  const requestExport = () => api.client.enquiries['export.csv'].$get({ query: filter }) as Promise<Response>;
  // Enquiries that were opened stay listed although they have left the folder.
  const rows = useEnquiryList(filter).data?.filter(({ status }) => !filter.status || status === filter.status);
  const isWide = useSideBySide();
  const isPhone = useMedia(phone);
  const isEmpty = rows?.length === 0;
  // On its own, an enquiry is read without the buttons of the list.
  if (id !== undefined && !isWide) return null;
  if (isEmpty && isPhone) return null;
  const emptyReason = filter.status === 'new' ? 'No new enquiries to export.' : 'Nothing to export here.';
  return <ExportButton file={file} request={requestExport} label={label} emptyReason={isEmpty && emptyReason} />;
}

/** Returns the id of the enquiry that is first when a list is shown. A newer one does not take its place while it is read. */
function useFirstRow(filter: EnquiryFilter) {
  const list = JSON.stringify(filter);
  const id = useEnquiryList(filter).data?.[0]?.id;
  const [first, setFirst] = useState({ list, id });
  const isOutdated = first.list !== list || first.id === undefined;
  if (isOutdated && (first.list !== list || id !== undefined)) setFirst({ list, id });
  return { first: isOutdated ? id : first.id, setFirst: (next: string | undefined) => setFirst({ list, id: next }) };
}

/** Calls `onErased` with the row that follows the open enquiry, once that was erased: by a colleague, or by its period. */
function useErasedEnquiry(
  id: string | undefined,
  filter: EnquiryFilter,
  onErased: (nextId: string | undefined) => Promise<void>,
): void {
  const rows = useEnquiryList(filter).data;
  const { data, error } = useEnquiry(id);
  const queryClient = useQueryClient();
  const toast = useToast();
  /** The rows of the list while it contained the enquiry. */
  const known = useRef<readonly string[]>([]);
  useEffect(() => {
    if (rows?.some((row) => row.id === id)) known.current = rows.map((row) => row.id);
  }, [rows, id]);
  const isErased = data !== undefined && isApiError(error, 'not-found');
  const leave = useEffectEvent(() => {
    // An unsent reply stays on the screen until its author has left it.
    if (!data || hasOpenEdits()) return;
    const index = known.current.indexOf(data.enquiry.id);
    const isListed = (other: string) => other !== id && rows?.some((row) => row.id === other);
    const after = known.current.slice(index + 1).find(isListed);
    toast({ text: `The enquiry of ${data.enquiry.companyName} was erased.` });
    onErased(after ?? known.current.slice(0, Math.max(0, index)).findLast(isListed)).then(() => {
      queryClient.removeQueries({ queryKey: [...enquiriesKey, 'one', id] });
      queryClient.invalidateQueries({ queryKey: enquiriesKey });
    });
  });
  useEffect(() => {
    if (isErased) leave();
  }, [isErased]);
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

/** Scrolls to the start of an enquiry. */
function useScrollToTop(id: string | undefined) {
  const pane = useRef<HTMLDivElement>(null);
  const isWide = useSideBySide();
  useEffect(() => {
    const scroller = isWide ? pane.current : pane.current?.closest('[data-scrolls]');
    if (id !== undefined && scroller) scroller.scrollTop = 0;
  }, [id, isWide]);
  return pane;
}

interface FoldersProps {
  filter: EnquiryFilter;
  /** The rows of the list, with those that stay after they have left it. */
  enquiries: readonly EnquirySummary[];
  shown: Folder | undefined;
  onSelect: (folder: Folder) => void;
}

function Folders({ filter, enquiries, shown, onSelect }: FoldersProps) {
  const { data: counts } = useEnquiryCounts();
  // The counts leave these rows out, but the list of a whole folder shows them.
  const rows = isFiltered(filter) ? [] : enquiries;
  const tests = rows.filter((row) => row.isTest && row.status === shown).length;
  // While a search looks in all folders, the numbers of the folders would not be those of its list.
  const counted =
    filter.q || !counts ? undefined : { ...counts.byStatus, unanswered: formatUnanswered(counts.unanswered) };
  return (
    <FilterChips
      label="Folder"
      options={folderLabels}
      selected={shown}
      counts={
        counted && shown && shown !== 'all' && tests > 0
          ? { ...counted, [shown]: `${counted[shown]}, and ${formatCount(tests, 'test')}` }
          : counted
      }
      onSelect={onSelect}
    />
  );
}

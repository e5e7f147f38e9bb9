import { IconClock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { EnquirySummary } from '@threadline/schema/enquiry';
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import { momentOf } from '../../../format/time.ts';
import { MoreButton } from '../../../ui/more-button.tsx';
import { LoadFailure, SkeletonRows } from '../../../ui/states.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { focusRow } from '../../../ui/use-shortcuts.ts';
import classes from './enquiries.module.css';
import { useEnquiry, useEnquiryCounts, useEnquiryList } from './enquiries-query.ts';
import { clockOf } from './enquiry-clock.ts';
import inbox from './inbox.module.css';
import type { EnquiryFilter } from './inbox-search.ts';
import { withOpened } from './keep-opened-row.ts';
import { statusNames } from './status-names.ts';
import { useComeBackToRow } from './use-inbox-links.ts';

interface EnquiryListProps {
  filter: EnquiryFilter;
  selected: string | undefined;
  onSelect: (id: string) => void;
}

export function EnquiryList({ filter, selected, onSelect }: EnquiryListProps) {
  const query = useEnquiryList(filter);
  const now = useNow();
  const listed = useMemo(() => query.data?.pages.flatMap((page) => page.enquiries) ?? [], [query.data]);
  const enquiries = useWithOpened(listed, { filter, selected });
  const { dueSoonUntil } = useEnquiryCounts().data ?? {};
  const list = useComeBackToRow(JSON.stringify(filter), selected);
  if (query.error && !query.data)
    return (
      <LoadFailure what="The enquiries could not be loaded." error={query.error} onRetry={() => query.refetch()} />
    );
  if (!query.data) return <SkeletonRows />;
  if (enquiries.length === 0)
    return (
      <p className={`dimmed ${classes.nothing}`}>
        {isNarrowed(filter) ? 'Nothing matches these filters.' : 'There is nothing in this folder.'} <StillWaiting />
      </p>
    );
  return (
    <>
      <ul className={inbox.list} onKeyDown={stepByArrow} ref={list}>
        {enquiries.map((enquiry) => (
          <Row
            key={enquiry.id}
            enquiry={enquiry}
            now={now}
            dueSoonUntil={dueSoonUntil}
            isElsewhere={enquiry.status !== filter.status}
            isSelected={enquiry.id === selected}
            onSelect={() => onSelect(enquiry.id)}
          />
        ))}
      </ul>
      <MoreButton query={query} />
    </>
  );
}

/** Up and down, beside K and J: from one enquiry to the next. */
function stepByArrow(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault(); // the page would scroll as well
  focusRow(step);
}

/** An empty folder of new ones must not look as if everybody had been answered. */
function StillWaiting() {
  const { unanswered = 0 } = useEnquiryCounts().data ?? {};
  if (unanswered === 0) return null;
  return (
    <Link to="/enquiries" search={{ only: 'unanswered' }}>
      Show what waits for an answer
    </Link>
  );
}

function isNarrowed({ status: _, ...rest }: EnquiryFilter): boolean {
  return Object.keys(rest).length > 0;
}

interface Shown {
  filter: EnquiryFilter;
  selected: string | undefined;
}

/**
 * Reading a new enquiry makes it a read one, which another folder holds. What was opened stays where it was until the list is
 * left: nothing should vanish under the pointer, nor before somebody has come back to it.
 */
function useWithOpened(listed: EnquirySummary[], { filter, selected }: Shown): EnquirySummary[] {
  const list = JSON.stringify(filter);
  const [opened, setOpened] = useState({ list, rows: new Map<string, EnquirySummary>() });
  const now = useEnquiry(selected).data?.enquiry;
  const row = listed.find(({ id }) => id === selected);
  useEffect(() => {
    setOpened((before) => {
      const rows = before.list === list ? before.rows : new Map<string, EnquirySummary>();
      const known = row ?? (selected && rows.get(selected));
      return { list, rows: known ? new Map(rows).set(known.id, { ...known, ...now }) : rows };
    });
  }, [list, selected, row, now]);
  if (opened.list !== list) return listed;
  return withOpened(listed, opened.rows.values(), filter.unanswered || filter.overdue ? 'due' : 'newest');
}

interface RowProps {
  enquiry: EnquirySummary;
  now: number;
  dueSoonUntil: string | undefined;
  /** Not of the folder that is shown, if it is one. */
  isElsewhere: boolean;
  isSelected: boolean;
  onSelect: () => void;
}

function Row({ enquiry, now, dueSoonUntil, isElsewhere, isSelected, onSelect }: RowProps) {
  const clock = clockOf(enquiry, { now, dueSoonUntil });
  return (
    <li>
      <button
        type="button"
        className={inbox.row}
        data-opens-row=""
        data-enquiry={enquiry.id}
        aria-current={isSelected || undefined}
        onClick={onSelect}
      >
        <span className={inbox.rowHead}>
          {enquiry.status === 'new' && (
            <>
              <i className={inbox.dot} aria-hidden="true" />
              <span className="visually-hidden">New: </span>
            </>
          )}
          <strong>{enquiry.companyName}</strong>
          {enquiry.isTest && <span className="tag">Test</span>}
          {isElsewhere && (enquiry.status === 'spam' || enquiry.status === 'closed') && (
            <span className="tag" data-tone={enquiry.status === 'spam' ? 'bad' : undefined}>
              {statusNames[enquiry.status]}
            </span>
          )}
          <time dateTime={enquiry.createdAt}>{momentOf(enquiry.createdAt)}</time>
        </span>
        <span>{enquiry.contactName || 'No name given'}</span>
        <span className={inbox.preview}>{enquiry.preview || 'No message'}</span>
        {clock && (
          <span className={inbox.clock} data-tone={clock.tone}>
            <IconClock size={14} stroke={1.8} aria-hidden="true" />
            {clock.words}
          </span>
        )}
      </button>
    </li>
  );
}

import { Group, Text } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { EnquirySummary } from '@threadline/schema/wire/enquiry';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { isApiError } from '../../../api/client.ts';
import { formatDateTime } from '../../../format/time.ts';
import { MoreButton, Note } from '../../../ui/record-list.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { focusRow } from '../../../ui/use-shortcuts.ts';
import { useEnquiry, useEnquiryCounts, useEnquiryList } from './enquiries-query.ts';
import classes from './inbox.module.css';
import { type EnquiryFilter, isFiltered } from './inbox-search.ts';
import { statusLabels } from './labels.ts';
import { describeDeadline } from './reply-deadline.ts';

interface EnquiryListProps {
  filter: EnquiryFilter;
  selectedId: string | undefined;
  onSelect: (id: string) => void;
}

export function EnquiryList({ filter, selectedId, onSelect }: EnquiryListProps) {
  const query = useEnquiryList(filter);
  const listed = query.data ?? [];
  const enquiries = useVisibleRows(listed, filter, selectedId);
  const hasLeft = (enquiry: EnquirySummary) => !listed.some(({ id }) => id === enquiry.id);
  const rows = useRestoreRowFocus(JSON.stringify(filter), selectedId);
  return (
    <Loaded query={query} what="The enquiries could not be loaded.">
      {() =>
        enquiries.length === 0 ? (
          <Note>
            {isFiltered(filter) ? 'Nothing matches these filters.' : 'No enquiries in this folder.'} <UnansweredLink />
          </Note>
        ) : (
          <>
            {enquiries.some(hasLeft) && (
              <Text c="dimmed" fz="xs" px={14} pt={8} pb={4}>
                Enquiries that you opened stay listed here until you leave this list.
              </Text>
            )}
            <ul className="divided" onKeyDown={focusRowByArrow} ref={rows}>
              {enquiries.map((enquiry) => (
                <Row
                  key={enquiry.id}
                  enquiry={enquiry}
                  folder={filter.status}
                  hasLeft={hasLeft(enquiry)}
                  isSelected={enquiry.id === selectedId}
                  onSelect={() => onSelect(enquiry.id)}
                />
              ))}
            </ul>
            <MoreButton query={query} />
          </>
        )
      }
    </Loaded>
  );
}

/** The arrow keys move between the rows, like J and K. */
function focusRowByArrow(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault(); // keeps the page from scrolling
  focusRow(step);
}

/** An empty folder does not mean that every enquiry was answered. */
function UnansweredLink() {
  const { unanswered = 0 } = useEnquiryCounts().data ?? {};
  if (unanswered === 0) return null;
  return (
    <Link to="/enquiries" search={{ only: 'unanswered' }}>
      Show unanswered enquiries
    </Link>
  );
}

/**
 * Adds the opened enquiries that have left the list meanwhile, in their old places, until another list is shown. Reading a
 * new enquiry moves it to another folder, and a row should not disappear under the pointer.
 */
function useVisibleRows(
  listed: readonly EnquirySummary[],
  filter: EnquiryFilter,
  selectedId: string | undefined,
): readonly EnquirySummary[] {
  const key = JSON.stringify(filter);
  const [opened, setOpened] = useState({ key, rows: new Map<string, EnquirySummary>() });
  const { data, error } = useEnquiry(selectedId);
  const enquiry = isApiError(error, 'not-found') ? undefined : data?.enquiry;
  const isErased = data !== undefined && enquiry === undefined;
  const row = listed.find(({ id }) => id === selectedId);
  useEffect(() => {
    setOpened((before) => {
      const rows = before.key === key ? before.rows : new Map<string, EnquirySummary>();
      if (isErased) return { key, rows: new Map([...rows].filter(([id]) => id !== selectedId)) };
      const known = row ?? (selectedId && rows.get(selectedId));
      return { key, rows: known ? new Map(rows).set(known.id, { ...known, ...enquiry }) : rows };
    });
  }, [key, selectedId, row, enquiry, isErased]);
  if (opened.key !== key) return listed;
  return mergeRows(listed, opened.rows.values(), filter.unanswered || filter.overdue ? 'dueAt' : 'createdAt');
}

/** Inserts the rows that are not in the list: newest first by `createdAt`, or earliest first by `dueAt`. */
export function mergeRows(
  listed: readonly EnquirySummary[],
  opened: Iterable<EnquirySummary>,
  order: 'createdAt' | 'dueAt',
): readonly EnquirySummary[] {
  const rows = [...listed];
  for (const row of opened) {
    if (listed.some(({ id }) => id === row.id)) continue;
    const isBefore = (other: EnquirySummary) =>
      order === 'dueAt' ? row.dueAt < other.dueAt : row.createdAt > other.createdAt;
    const next = rows.findIndex(isBefore);
    rows.splice(next === -1 ? rows.length : next, 0, row);
  }
  return rows;
}

/** Moves the focus and the scroll position to the row of the enquiry that was closed in the same list. */
function useRestoreRowFocus(listKey: string, selectedId: string | undefined) {
  const rows = useRef<HTMLUListElement>(null);
  const previous = useRef({ listKey, selectedId });
  useEffect(() => {
    const closed = previous.current;
    previous.current = { listKey, selectedId };
    if (selectedId !== undefined || closed.selectedId === undefined || closed.listKey !== listKey) return;
    const row = rows.current?.querySelector<HTMLElement>(`[data-enquiry="${CSS.escape(closed.selectedId)}"]`);
    row?.scrollIntoView({ block: 'center' });
    row?.focus({ preventScroll: true });
  }, [listKey, selectedId]);
  return rows;
}

interface RowProps {
  enquiry: EnquirySummary;
  /** The shown folder; undefined for a list across folders. */
  folder: EnquirySummary['status'] | undefined;
  /** It was opened and no longer belongs to the list. */
  hasLeft: boolean;
  isSelected: boolean;
  onSelect: () => void;
}

function Row({ enquiry, folder, hasLeft, isSelected, onSelect }: RowProps) {
  const now = useNow();
  const dueSoonUntil = useEnquiryCounts().data?.dueSoonUntil;
  const deadline = describeDeadline(enquiry, { now, dueSoonUntil });
  const { id, status, companyName, contactName, preview, createdAt, isTest } = enquiry;
  return (
    <li>
      <button
        type="button"
        className={`row-button ${classes.row}`}
        data-opens-row=""
        data-enquiry={id}
        aria-current={isSelected || undefined}
        onClick={onSelect}
      >
        <Group component="span" gap={8} wrap="nowrap">
          {status === 'new' && (
            <>
              <i className="dot" data-tone="info" aria-hidden="true" />
              <span className="visually-hidden">New: </span>
            </>
          )}
          <Text component="strong" truncate fw={600}>
            {companyName}
          </Text>
          {isTest && <Tag>Test</Tag>}
          {status !== folder && (hasLeft || status === 'spam' || status === 'closed') && (
            <Tag tone={status === 'spam' ? 'danger' : undefined}>{statusLabels[status]}</Tag>
          )}
          <Text component="time" ml="auto" flex="none" fz="xs" dateTime={createdAt}>
            {formatDateTime(createdAt)}
          </Text>
        </Group>
        <Text span truncate>
          {contactName || 'No name given'}
        </Text>
        <Text span truncate>
          {preview || 'No message'}
        </Text>
        {deadline && (
          <Group
            component="span"
            gap={5}
            c={deadline.tone === 'info' ? undefined : 'var(--tone-text)'}
            fz="xs"
            fw={550}
            data-tone={deadline.tone}
          >
            <IconClock size={14} stroke={1.8} aria-hidden="true" />
            {deadline.text}
          </Group>
        )}
      </button>
    </li>
  );
}

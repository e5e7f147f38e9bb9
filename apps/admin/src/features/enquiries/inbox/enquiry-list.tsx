import { Box, Group, Text } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { EnquirySummary } from '@threadline/schema/wire/enquiry';
import { statusLabels } from '@threadline/schema/wire/enquiry-status';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useEnquiryCounts } from '../../../api/enquiry-counts.ts';
import { formatDateTime } from '../../../format/time.ts';
import { MoreButton, Note } from '../../../ui/record-list.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useSideBySide } from '../../../ui/use-media.ts';
import { useNow } from '../../../ui/use-now.ts';
import { focusRow } from '../../../ui/use-shortcuts.ts';
import { EmptyInbox, useEmptyInbox } from './empty-inbox.tsx';
import { useEnquiryList } from './enquiries-query.ts';
import classes from './inbox.module.css';
import { type EnquiryFilter, isFiltered } from './inbox-search.ts';
import { describeDeadline } from './reply-deadline.ts';

interface EnquiryListProps {
  filter: EnquiryFilter;
  /** The rows of the list, with those that stay after they have left it. */
  enquiries: readonly EnquirySummary[];
  selectedId: string | undefined;
  onSelect: (id: string) => void;
}

export function EnquiryList({ filter, enquiries, selectedId, onSelect }: EnquiryListProps) {
  const query = useEnquiryList(filter);
  const listed = query.data ?? [];
  const hasLeft = (enquiry: EnquirySummary) => !listed.some(({ id }) => id === enquiry.id);
  const rows = useRestoreRowFocus(JSON.stringify(filter), selectedId);
  return (
    <Loaded query={query} heading="The enquiries could not be loaded.">
      {() =>
        enquiries.length === 0 ? (
          <EmptyList filter={filter} />
        ) : (
          <>
            {filter.q && (
              <ListNote>
                {query.hasNextPage ? `More than ${listed.length}` : enquiries.length} found in all folders
              </ListNote>
            )}
            {enquiries.some(hasLeft) && (
              <ListNote>Enquiries that you opened stay listed here until you leave this list.</ListNote>
            )}
            <ul className="divided" onKeyDown={focusRowByArrow} ref={rows}>
              {enquiries.map((enquiry) => (
                <Row
                  key={enquiry.id}
                  enquiry={enquiry}
                  isLabelled={filter.q !== undefined || isOutside(enquiry, filter, hasLeft(enquiry))}
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

/** A sentence above the rows. */
function ListNote({ children }: { children: ReactNode }) {
  return (
    <Text c="dimmed" fz="xs" px={14} pt={8} pb={4}>
      {children}
    </Text>
  );
}

function EmptyList({ filter }: Pick<EnquiryListProps, 'filter'>) {
  const isInboxEmpty = useEmptyInbox();
  const isWide = useSideBySide();
  if (isInboxEmpty && !isWide)
    return (
      <Box m={14}>
        <EmptyInbox />
      </Box>
    );
  if (isInboxEmpty) return <Note>No enquiries yet.</Note>;
  return (
    <Note>
      {describeEmptyList(filter)} {!filter.q && <UnansweredLink />}
    </Note>
  );
}

function describeEmptyList({ q, ...filters }: EnquiryFilter): string {
  if (isFiltered(filters)) return 'Nothing matches these filters.';
  return q ? 'Nothing found in any folder.' : 'No enquiries in this folder.';
}

/** Returns whether a row is not what the list is about, so that its status has to be named. */
function isOutside({ status }: EnquirySummary, { status: folder }: EnquiryFilter, hasLeft: boolean): boolean {
  return status !== folder && (hasLeft || status === 'spam' || status === 'closed');
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
      Show those awaiting a reply
    </Link>
  );
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
  /** Its status is named. */
  isLabelled: boolean;
  isSelected: boolean;
  onSelect: () => void;
}

function Row({ enquiry, isLabelled, isSelected, onSelect }: RowProps) {
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
              {!isLabelled && <span className="visually-hidden">New: </span>}
            </>
          )}
          <Text component="strong" truncate fw={600}>
            {companyName}
          </Text>
          {isTest && <Tag>Test</Tag>}
          {isLabelled && <Tag tone={status === 'spam' ? 'danger' : undefined}>{statusLabels[status]}</Tag>}
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

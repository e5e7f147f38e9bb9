import type { EnquirySummary } from '@threadline/schema/wire/enquiry';
import { useEffect, useState } from 'react';
import { isApiError } from '../../../api/client.ts';
import { useEnquiry, useEnquiryList } from './enquiries-query.ts';
import type { EnquiryFilter } from './inbox-search.ts';

const none: readonly EnquirySummary[] = [];

/**
 * Returns the enquiries of a list with those that were opened and have left it meanwhile, in their old places, until another
 * list is shown. Reading a new enquiry moves it to another folder, and a row should not disappear under the pointer.
 */
export function useVisibleRows(filter: EnquiryFilter, selectedId: string | undefined): readonly EnquirySummary[] {
  const listed = useEnquiryList(filter).data ?? none;
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

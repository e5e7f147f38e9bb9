import type { EnquirySummary } from '@threadline/schema/enquiry';

/** How a list is ordered: as enquiries came in, or by what is due first. */
export type RowOrder = 'newest' | 'due';

const comesBefore: Record<RowOrder, (one: EnquirySummary, other: EnquirySummary) => boolean> = {
  newest: (one, other) => one.createdAt > other.createdAt,
  due: (one, other) => one.dueAt < other.dueAt,
};

/** The list with those that have left it since somebody opened them, each in its place. */
export function withOpened(
  listed: EnquirySummary[],
  opened: Iterable<EnquirySummary>,
  order: RowOrder,
): EnquirySummary[] {
  const rows = [...listed];
  const ids = new Set(listed.map(({ id }) => id));
  for (const row of opened) {
    if (ids.has(row.id)) continue;
    const next = rows.findIndex((other) => comesBefore[order](row, other));
    rows.splice(next === -1 ? rows.length : next, 0, row);
  }
  return rows;
}

import { useEffect, useRef } from 'react';

/** Coming back from an enquiry to the same list: its row is in the middle, and has the focus. */
export function useComeBackToRow(list: string, selected: string | undefined) {
  const rows = useRef<HTMLUListElement>(null);
  const before = useRef({ list, selected });
  useEffect(() => {
    const left = before.current;
    before.current = { list, selected };
    if (selected !== undefined || left.selected === undefined || left.list !== list) return;
    const row = [...(rows.current?.querySelectorAll<HTMLElement>('[data-enquiry]') ?? [])].find(
      ({ dataset }) => dataset.enquiry === left.selected,
    );
    row?.scrollIntoView({ block: 'center' });
    row?.focus({ preventScroll: true });
  }, [list, selected]);
  return rows;
}

/** Where an enquiry takes the place of the list, it begins at its top, not as far down as its row was. */
export function useTopOfDetail(id: string | undefined) {
  const pane = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (id === undefined || !pane.current || getComputedStyle(pane.current).position === 'sticky') return;
    const scrolls = pane.current.closest('[data-scrolls]');
    if (scrolls) scrolls.scrollTop = 0;
  }, [id]);
  return pane;
}

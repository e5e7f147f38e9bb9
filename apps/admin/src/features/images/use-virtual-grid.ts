import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

interface GridOptions {
  /** How many have been read, and how many there are. */
  count: number;
  total: number;
  /** In pixels: the least width of a cell, and what stands below its picture with the space to the next row. */
  narrowestCell: number;
  belowPicture: number;
  /** Called when the end of what has been read comes near. */
  onEndNear?: () => void;
}

const gap = 14;
const spareRows = 3;

/** Only the cells near the view are in the page, so that thousands scroll like twenty. */
export function useVirtualGrid({ count, total, narrowestCell, belowPicture, onEndNear }: GridOptions) {
  const list = useRef<HTMLUListElement>(null);
  const width = useWidth(list);
  const columns = Math.max(2, Math.floor((width + gap) / (narrowestCell + gap)));
  const cellWidth = Math.max(0, (width - gap * (columns - 1)) / columns);
  const rows = useVirtualizer({
    count: Math.ceil(count / columns),
    getScrollElement: () => list.current?.closest<HTMLElement>('[data-scrolls]') ?? null,
    estimateSize: () => cellWidth * 0.75 + belowPicture,
    overscan: spareRows,
    scrollMargin: useOffsetTop(list),
  });
  useEffect(() => rows.measure(), [rows, cellWidth]);

  const visible = rows.getVirtualItems();
  const lastRow = visible.at(-1)?.index ?? 0;
  const isEndNear = count < total && (lastRow + spareRows) * columns >= count;
  useEffect(() => {
    if (isEndNear && width > 0) onEndNear?.();
  }, [isEndNear, width, onEndNear]);

  const cells = visible.flatMap(({ index: row, start }) =>
    Array.from({ length: Math.min(columns, count - row * columns) }, (_, column) => ({
      index: row * columns + column,
      style: {
        width: cellWidth,
        transform: `translate(${column * (cellWidth + gap)}px, ${start - rows.options.scrollMargin}px)`,
      } satisfies CSSProperties,
    })),
  );
  const scrollTo = (index: number) => rows.scrollToIndex(Math.floor(index / columns));
  return { list, cells, columns, height: rows.getTotalSize(), scrollTo };
}

/** How far a list lies below the beginning of what scrolls; what stands above it comes and goes. */
function useOffsetTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const scroller = element.current?.closest('[data-scrolls]');
    if (!element.current || !scroller) return;
    const above = element.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
    setTop(Math.round(above + scroller.scrollTop));
  });
  return top;
}

/** Width of an element, followed while it changes. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!element.current) return;
    setWidth(element.current.clientWidth);
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type ComponentProps,
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import classes from './images.module.css';

interface GridOptions {
  /** The number of loaded items, and of all items. */
  count: number;
  total: number;
  minCellWidth: number;
  /** The height of the text and the buttons below a picture, with the gap to the next row, in pixels. */
  captionHeight: number;
  /** Called when the last loaded row comes near. */
  onEndNear?: (() => void) | undefined;
}

const gap = 14;
const overscanRows = 3;

/** Positions the cells near the viewport only, so that a grid of thousands scrolls like one of twenty. */
export function useVirtualGrid({ count, total, minCellWidth, captionHeight, onEndNear }: GridOptions) {
  'use no memo'; // The virtualizer changes in place.
  const list = useRef<HTMLUListElement>(null);
  const { width, top } = useGeometry(list);
  const columns = Math.max(2, Math.floor((width + gap) / (minCellWidth + gap)));
  const cellWidth = Math.max(0, (width - gap * (columns - 1)) / columns);
  const rows = useVirtualizer({
    count: Math.ceil(count / columns),
    getScrollElement: () => list.current?.closest<HTMLElement>('[data-scrolls]') ?? null,
    estimateSize: () => cellWidth * 0.75 + captionHeight,
    overscan: overscanRows,
    scrollMargin: top,
  });
  useEffect(() => rows.measure(), [rows, cellWidth]);

  const visible = rows.getVirtualItems();
  const lastRow = visible.at(-1)?.index ?? 0;
  const isEndNear = width > 0 && count < total && (lastRow + overscanRows) * columns >= count;
  const loadMore = useEffectEvent(() => onEndNear?.());
  useEffect(() => {
    if (isEndNear) loadMore();
  }, [isEndNear, count]);

  const cells = visible.flatMap(({ index: row, start }) =>
    Array.from({ length: Math.min(columns, count - row * columns) }, (_, column) => ({
      index: row * columns + column,
      style: {
        width: cellWidth,
        transform: `translate(${column * (cellWidth + gap)}px, ${start - top}px)`,
      } satisfies CSSProperties,
    })),
  );
  const scrollTo = (index: number) => rows.scrollToIndex(Math.floor(index / columns));
  return { list, cells, columns, height: rows.getTotalSize(), scrollTo };
}

/** Returns the width of the list, and how far below the start of its scroll container it begins. */
function useGeometry(list: RefObject<HTMLElement | null>): { width: number; top: number } {
  const [geometry, setGeometry] = useState({ width: 0, top: 0 });
  useLayoutEffect(() => {
    const element = list.current;
    const scroller = element?.closest('[data-scrolls]');
    if (!element) return;
    const measure = () => {
      const width = element.clientWidth;
      const offset = scroller ? element.getBoundingClientRect().top - scroller.getBoundingClientRect().top : 0;
      const top = scroller ? Math.round(offset + scroller.scrollTop) : 0;
      setGeometry((before) => (before.width === width && before.top === top ? before : { width, top }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // The content above the list changes the height of the whole.
    if (scroller?.firstElementChild) observer.observe(scroller.firstElementChild);
    return () => observer.disconnect();
  }, [list]);
  return geometry;
}

interface VirtualGridProps<Item extends { key: string }> extends Omit<ComponentProps<'ul'>, 'children'> {
  grid: ReturnType<typeof useVirtualGrid>;
  items: readonly Item[];
  total: number;
  children: (item: Item, index: number) => ReactNode;
}

export function VirtualGrid<Item extends { key: string }>({
  grid,
  items,
  total,
  children,
  ...list
}: VirtualGridProps<Item>) {
  return (
    <ul {...list} ref={grid.list} className={classes.grid} style={{ height: grid.height }}>
      {grid.cells.map(({ index, style }) => {
        const item = items[index];
        return (
          item && (
            <li key={item.key} style={style} aria-posinset={index + 1} aria-setsize={total}>
              {children(item, index)}
            </li>
          )
        );
      })}
    </ul>
  );
}

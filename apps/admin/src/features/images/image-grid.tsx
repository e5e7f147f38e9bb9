import { useVirtualizer } from '@tanstack/react-virtual';
import type { Image } from '@threadline/schema/image';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ImageCard } from './image-card.tsx';
import classes from './images.module.css';

interface ImageGridProps {
  images: Image[];
  /** How many there are, also those that have not been read yet. */
  total: number;
  openId: string | undefined;
  onOpen: (image: Image) => void;
  onRemove: (image: Image) => void;
  /** Called when the end of what has been read comes near. */
  onEndNear: () => void;
}

const narrowestCard = 180;
const gap = 14;
/** Name, line of buttons and the space to the next row. */
const belowPicture = 78;
const spareRows = 3;

/** Only the cards near the view are in the page, so that thousands scroll like twenty. */
export function ImageGrid({ images, total, openId, onOpen, onRemove, onEndNear }: ImageGridProps) {
  const list = useRef<HTMLUListElement>(null);
  const width = useWidth(list);
  const columns = Math.max(2, Math.floor((width + gap) / (narrowestCard + gap)));
  const cardWidth = Math.max(0, (width - gap * (columns - 1)) / columns);
  const rows = useVirtualizer({
    count: Math.ceil(images.length / columns),
    getScrollElement: () => list.current?.closest<HTMLElement>('[data-scrolls]') ?? null,
    estimateSize: () => cardWidth * 0.75 + belowPicture,
    overscan: spareRows,
    scrollMargin: useOffsetTop(list),
  });
  useEffect(() => rows.measure(), [rows, cardWidth]);

  const visible = rows.getVirtualItems();
  const lastRow = visible.at(-1)?.index ?? 0;
  const isEndNear = images.length < total && (lastRow + spareRows) * columns >= images.length;
  useEffect(() => {
    if (isEndNear && width > 0) onEndNear();
  }, [isEndNear, width, onEndNear]);

  return (
    <ul ref={list} className={classes.grid} style={{ height: rows.getTotalSize() }}>
      {visible.flatMap(({ index, start }) =>
        images.slice(index * columns, (index + 1) * columns).map((image, column) => (
          <ImageCard
            key={image._id}
            image={image}
            place={{ number: index * columns + column + 1, of: total }}
            style={{
              width: cardWidth,
              transform: `translate(${column * (cardWidth + gap)}px, ${start - rows.options.scrollMargin}px)`,
            }}
            isOpen={image._id === openId}
            onOpen={onOpen}
            onRemove={onRemove}
          />
        )),
      )}
    </ul>
  );
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

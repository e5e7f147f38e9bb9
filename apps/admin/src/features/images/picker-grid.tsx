import { IconCheck } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import classes from './image-picker.module.css';
import { useVirtualGrid } from './use-virtual-grid.ts';

/** Something that can be shown: an image of the library, or a drawing. */
export interface Picture {
  src: string;
  thumbnail: string;
  name: string;
  /** What it shows, in words. */
  alt?: string;
  focus?: { x: number; y: number };
}

interface PickerGridProps {
  pictures: Picture[];
  total: number;
  isChosen: (picture: Picture) => boolean;
  onChoose: (picture: Picture) => void;
  onEndNear?: () => void;
}

/** Each picture with two lines for its name and one about it. */
const measures = { narrowestCell: 140, belowPicture: 74 };

/** How far a key leads in a grid, in pictures; undefined for a key that leads nowhere. */
export function stepOf(key: string, { columns, index, count }: { columns: number; index: number; count: number }) {
  const steps: Record<string, number> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: -index,
    End: count - 1 - index,
  };
  const step = steps[key];
  if (step === undefined) return undefined;
  const next = index + step;
  return next < 0 || next >= count ? 0 : step;
}

/** One stop of the Tab key; arrow keys, Home and End lead from picture to picture, Enter chooses. */
export function PickerGrid({ pictures, total, isChosen, onChoose, onEndNear }: PickerGridProps) {
  const count = pictures.length;
  const { list, cells, columns, height, scrollTo } = useVirtualGrid({ count, total, onEndNear, ...measures });
  const [current, setCurrent] = useState(() => Math.max(0, pictures.findIndex(isChosen)));
  const isMoving = useRef(false);
  const stop = cells.some(({ index }) => index === current) ? current : cells[0]?.index;

  // The next picture may come into the page only after the scrolling.
  useEffect(() => {
    if (!isMoving.current) return;
    const button = list.current?.querySelector<HTMLElement>(`[data-index="${current}"]`);
    if (!button) return;
    isMoving.current = false;
    button.focus({ preventScroll: true });
  });

  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const step = stepOf(event.key, { columns, index, count });
    if (step === undefined) return;
    event.preventDefault();
    isMoving.current = true;
    setCurrent(index + step);
    scrollTo(index + step);
  };

  return (
    <ul ref={list} className={classes.grid} style={{ height }}>
      {cells.map(({ index, style }) => {
        const picture = pictures[index];
        return (
          picture && (
            <li key={picture.src} style={style} aria-posinset={index + 1} aria-setsize={total}>
              <button
                type="button"
                data-index={index}
                tabIndex={index === stop ? 0 : -1}
                aria-pressed={isChosen(picture)}
                onFocus={() => setCurrent(index)}
                onKeyDown={(event) => onKeyDown(event, index)}
                onClick={() => onChoose(picture)}
              >
                <PickedPicture picture={picture} isChosen={isChosen(picture)} />
              </button>
            </li>
          )
        );
      })}
    </ul>
  );
}

function PickedPicture({ picture, isChosen }: { picture: Picture; isChosen: boolean }) {
  const { thumbnail, name, alt, focus } = picture;
  return (
    <>
      <span className={classes.picture}>
        <img src={thumbnail} alt="" decoding="async" style={focus && { objectPosition: `${focus.x}% ${focus.y}%` }} />
        {isChosen && <IconCheck size={18} aria-hidden="true" />}
      </span>
      <span className={classes.name}>{name}</span>
      {alt !== undefined && <span className={classes.alt}>{alt || 'No alt text'}</span>}
    </>
  );
}

import type { Image } from '@threadline/schema/image';
import type { KeyboardEvent, PointerEvent } from 'react';
import classes from './focal-point.module.css';

type Focus = Image['focus'];

const step = 2;
const largeStep = 10;
const directions: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const within = (percent: number) => Math.min(100, Math.max(0, Math.round(percent)));

/** Where a key moves the point, in percent; undefined for keys that do not move it. */
export function movedFocus({ x, y }: Focus, { key, shiftKey }: { key: string; shiftKey: boolean }): Focus | undefined {
  const direction = directions[key];
  if (!direction) return undefined;
  const by = shiftKey ? largeStep : step;
  return { x: within(x + direction[0] * by), y: within(y + direction[1] * by) };
}

/** The shapes in which pages cut a picture. */
const crops = [
  ['Desktop', '16 / 9'],
  ['Card', '4 / 3'],
  ['Phone', '3 / 4'],
] as const;

interface FocalPointProps {
  src: string;
  focus: Focus;
  onChange: (focus: Focus) => void;
}

/** What must stay visible however the picture is cut: set by a click or by arrow keys, shown in three crops. */
export function FocalPoint({ src, focus, onChange }: FocalPointProps) {
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    onChange({ x: within(((event.clientX - left) / width) * 100), y: within(((event.clientY - top) / height) * 100) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moved = movedFocus(focus, event);
    if (!moved) return;
    event.preventDefault();
    onChange(moved);
  };
  const place = `${focus.x}% ${focus.y}%`;

  return (
    <div className={classes.focal}>
      <div className={classes.frame}>
        <div className={classes.picture} onPointerDown={onPointerDown}>
          <img src={src} alt="" draggable={false} />
          <button
            type="button"
            className={classes.ring}
            style={{ left: `${focus.x}%`, top: `${focus.y}%` }}
            aria-label={`Focal point, ${focus.x} percent from the left, ${focus.y} percent from the top`}
            aria-describedby="focal-help"
            onKeyDown={onKeyDown}
          />
        </div>
      </div>
      <div className={classes.crops}>
        {crops.map(([name, aspectRatio]) => (
          <figure key={name}>
            <img src={src} alt="" style={{ aspectRatio, objectPosition: place }} />
            <figcaption>{name}</figcaption>
          </figure>
        ))}
        <p className="meta" id="focal-help">
          Click the picture, or move the ring with the arrow keys: it stays visible in every crop.
        </p>
      </div>
    </div>
  );
}

import { Stack } from '@mantine/core';
import type { Image } from '@threadline/schema/content/image';
import type { KeyboardEvent, PointerEvent } from 'react';
import classes from './images.module.css';

type Focus = Image['focus'];

const step = 2;
const largeStep = 10;
const directions: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const clamp = (percent: number) => Math.min(100, Math.max(0, Math.round(percent)));

/** Returns the focal point in percent after a key; undefined for a key that does not move it. */
export function moveFocalPoint(
  { x, y }: Focus,
  { key, shiftKey }: { key: string; shiftKey: boolean },
): Focus | undefined {
  const direction = directions[key];
  if (!direction) return undefined;
  const by = shiftKey ? largeStep : step;
  return { x: clamp(x + direction[0] * by), y: clamp(y + direction[1] * by) };
}

/** The aspect ratios that pages crop images to. */
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

/** Sets the point that stays visible in every crop, by click or arrow keys, and shows three crops. */
export function FocalPoint({ src, focus, onChange }: FocalPointProps) {
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    onChange({ x: clamp(((event.clientX - left) / width) * 100), y: clamp(((event.clientY - top) / height) * 100) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moved = moveFocalPoint(focus, event);
    if (!moved) return;
    event.preventDefault();
    onChange(moved);
  };

  return (
    <Stack component="section" gap={10} aria-labelledby="focal-point">
      <h3 id="focal-point">Keep in view</h3>
      <small id="focal-help">
        Click the most important part, such as a face, or move the ring with the arrow keys. Where a page cuts off the
        edges of the image, this part stays in view, as in the examples below.
      </small>
      <div className={classes.frame}>
        <div className={classes.focalImage} onPointerDown={onPointerDown}>
          <img src={src} alt="" draggable={false} />
          <button
            type="button"
            className={classes.ring}
            style={{ left: `${focus.x}%`, top: `${focus.y}%` }}
            aria-label={`Keep in view: ${focus.x} percent from the left, ${focus.y} percent from the top`}
            aria-describedby="focal-help"
            onKeyDown={onKeyDown}
          />
        </div>
      </div>
      <div className={classes.crops}>
        {crops.map(([name, aspectRatio]) => (
          <figure key={name}>
            <img src={src} alt="" style={{ aspectRatio, objectPosition: `${focus.x}% ${focus.y}%` }} />
            <figcaption>{name}</figcaption>
          </figure>
        ))}
      </div>
    </Stack>
  );
}

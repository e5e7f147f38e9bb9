import { useLocalStorage } from '@mantine/hooks';
import type { KeyboardEvent, PointerEvent } from 'react';
import { useStore } from '../../../store/create-store.ts';
import { currentUser } from '../../../store/current-user.ts';
import classes from './preview-aside.module.css';

/** The part of the screen that the preview takes, in percent. */
const share = { min: 30, max: 75, initial: 68, step: 2 };

/** Returns the part of the preview, which each user can change on each device. */
export function usePreviewShare() {
  const key = `threadline:preview-share:${useStore(currentUser)._id}`;
  const [value, setValue] = useLocalStorage({ key, defaultValue: share.initial, getInitialValueInEffect: false });
  return [value, (next: number) => setValue(Math.round(Math.min(share.max, Math.max(share.min, next))))] as const;
}

interface PreviewDividerProps {
  value: number;
  onChange: (value: number) => void;
}

/** The line between list and preview: it can be dragged, and moved by the arrow keys. A double click resets it. */
export function PreviewDivider({ value, onChange }: PreviewDividerProps) {
  const onPointerMove = ({ currentTarget, pointerId, clientX }: PointerEvent<HTMLElement>) => {
    const { work } = measure(currentTarget);
    if (!work || !currentTarget.hasPointerCapture(pointerId)) return;
    onChange(((work.right - clientX) / work.width) * 100);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { work, preview } = measure(event.currentTarget);
    // The minimum width of the list may leave less to the preview than the value says.
    const shown = work && preview ? Math.min(value, (preview.width / work.width) * 100) : value;
    const next = {
      ArrowLeft: value + share.step,
      ArrowRight: shown - share.step,
      Home: share.max,
      End: share.min,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onChange(next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: hr cannot be moved, and a movable separator takes the focus.
    <div
      role="separator"
      tabIndex={0}
      className={classes.divider}
      aria-label="Width of the preview"
      aria-orientation="vertical"
      aria-valuenow={value}
      aria-valuemin={share.min}
      aria-valuemax={share.max}
      title="Drag to change the width. Double-click to reset it."
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onDoubleClick={() => onChange(share.initial)}
      onKeyDown={onKeyDown}
    />
  );
}

/** Returns the boxes of the preview and of the work area that it shares with the list. */
function measure(divider: HTMLElement) {
  const preview = divider.closest('aside');
  const work = preview?.parentElement?.parentElement;
  return { preview: preview?.getBoundingClientRect(), work: work?.getBoundingClientRect() };
}

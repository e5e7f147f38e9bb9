import { type CSSProperties, type PointerEvent, useState } from 'react';

/** The values of a chart, one for each week. */
export interface ChartPoints {
  /** The edges of the first and the last point, in the units of the drawing. */
  left: number;
  right: number;
  /** The point at which the chart begins. */
  initial: number;
  points: { x: number; y: number; value: string; mark?: number }[];
}

/**
 * Returns the chosen point of a chart, and the properties of the slider that chooses it. A native slider is one tab stop with
 * arrow keys, and follows a finger; a mouse only needs to point at it.
 */
export function useChartValues({ points, initial }: ChartPoints) {
  const [index, setIndex] = useState(initial);
  const [isShown, setIsShown] = useState(false);
  const current = Math.min(index, points.length - 1);
  const choose = (next: number) => {
    setIndex(Math.min(Math.max(next, 0), points.length - 1));
    setIsShown(true);
  };

  return {
    shown: isShown ? points[current] : undefined,
    slider: {
      min: 0,
      max: points.length - 1,
      value: current,
      'aria-valuetext': points[current]?.value,
      onChange: (event: { target: HTMLInputElement }) => choose(Number(event.target.value)),
      onPointerMove: ({ clientX, currentTarget }: PointerEvent) => {
        const { left, width } = currentTarget.getBoundingClientRect();
        choose(Math.floor(((clientX - left) / width) * points.length));
      },
      onPointerLeave: ({ pointerType, currentTarget }: PointerEvent) => {
        // A finger leaves with every tap; its value stays until another element has the focus.
        if (pointerType === 'mouse' && currentTarget !== document.activeElement) setIsShown(false);
      },
      onFocus: () => setIsShown(true),
      onBlur: () => setIsShown(false),
    },
  };
}

/** The slider covers the points. Its thumb is as wide as one of them, so that a press chooses the point below it. */
export function getSliderStyle({ left, right, points }: ChartPoints, width: number): CSSProperties {
  const share = (units: number) => `${((units / width) * 100).toFixed(2)}%`;
  return { left: share(left), width: share(right - left), '--points': points.length } as CSSProperties;
}

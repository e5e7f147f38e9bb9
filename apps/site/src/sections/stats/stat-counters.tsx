import { type PropsWithChildren, useEffect, useRef } from 'react';
import { formatNumber } from '../../text/format.ts';

/** How long a figure counts up (spec §9). */
const countMs = 1800;
/** Share of a figure that must be visible before it counts up. */
const visibleShare = 0.4;

/** Counts the figures up once (spec §4). `children` is server HTML with the final values; only the digits change. */
export function StatCounters({ children }: PropsWithChildren) {
  const root = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
    const figures = [...(root.current?.querySelectorAll<HTMLElement>('[data-count]') ?? [])];
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (!isIntersecting) continue;
          observer.unobserve(target);
          countUp(target as HTMLElement);
        }
      },
      { threshold: visibleShare },
    );
    for (const figure of figures) {
      // A visible figure must not jump back to zero.
      if (figure.getBoundingClientRect().top < innerHeight) continue;
      keepWidth(figure);
      figure.textContent = '0';
      observer.observe(figure);
    }
    // Print shows the final values, including those of figures that were never visible.
    const paper = matchMedia('print');
    const finish = () => {
      observer.disconnect();
      for (const figure of figures) figure.textContent = formatNumber(Number(figure.dataset.count));
    };
    paper.addEventListener('change', finish);
    return () => {
      observer.disconnect();
      paper.removeEventListener('change', finish);
    };
  }, []);

  return <div ref={root}>{children}</div>;
}

/** Fixes the width of a figure, so that nothing beside it moves. Wider digits reach into the left margin. */
function keepWidth(figure: HTMLElement): void {
  const width = `${figure.getBoundingClientRect().width}px`;
  Object.assign(figure.style, { display: 'inline-flex', justifyContent: 'flex-end', width });
}

function countUp(figure: HTMLElement): void {
  const final = Number(figure.dataset.count);
  const decimals = Number.isInteger(final) ? 0 : 1;
  const startedAt = performance.now();
  const step = (now: number) => {
    const share = Math.min((now - startedAt) / countMs, 1);
    const eased = 1 - (1 - share) ** 3;
    const shown = share === 1 ? final : Number((final * eased).toFixed(decimals));
    figure.textContent = formatNumber(shown);
    if (share < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

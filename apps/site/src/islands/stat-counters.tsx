import { type PropsWithChildren, useEffect, useRef } from 'react';
import { formatCount } from '../text/format.ts';

/** Spec §9: how long a figure counts. */
const countMs = 1800;
/** Share of a figure that must be in sight before it counts. */
const visibleShare = 0.4;

/** Spec §4: figures count up once. They are server HTML (`children`) with their final value; only these digits move. */
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
      // A figure that is already being read must not jump back to nought.
      if (figure.getBoundingClientRect().top < innerHeight) continue;
      keepWidth(figure);
      figure.textContent = '0';
      observer.observe(figure);
    }
    // Paper shows the final values, also of figures that nobody has scrolled to.
    const paper = matchMedia('print');
    const finish = () => {
      observer.disconnect();
      for (const figure of figures) figure.textContent = formatCount(Number(figure.dataset.count));
    };
    paper.addEventListener('change', finish);
    return () => {
      observer.disconnect();
      paper.removeEventListener('change', finish);
    };
  }, []);

  return <div ref={root}>{children}</div>;
}

/** Nothing beside the figure moves; digits that are wider than the final ones reach out to the left, into the margin. */
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
    figure.textContent = formatCount(shown);
    if (share < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

import { type PropsWithChildren, useEffect, useRef } from 'react';

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
      // Its own width is kept, so that nothing beside it moves.
      figure.style.width = `${figure.getBoundingClientRect().width}px`;
      figure.textContent = '0';
      observer.observe(figure);
    }
    return () => observer.disconnect();
  }, []);

  return <div ref={root}>{children}</div>;
}

function countUp(figure: HTMLElement): void {
  const final = Number(figure.dataset.count);
  const decimals = Number.isInteger(final) ? 0 : 1;
  const startedAt = performance.now();
  const step = (now: number) => {
    const share = Math.min((now - startedAt) / countMs, 1);
    const eased = 1 - (1 - share) ** 3;
    const shown = share === 1 ? final : Number((final * eased).toFixed(decimals));
    figure.textContent = shown.toLocaleString('en-IN');
    if (share < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

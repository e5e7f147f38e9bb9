import { drawDotStrip } from '@threadline/artwork/scenes/dot-strip';
import type { SiteContent } from '@threadline/schema/site-content';
import { countDots } from './dot-count.ts';

/** Draws a figure of the stats section as dots, in the scale of twenty columns. */
export function drawStatStrip({ value, suffix }: { value: number; suffix: string }) {
  return drawDotStrip({ place: 'figures', ...countDots(value, suffix), columns: 20 });
}

/** Draws every point of the growth check as a dot on one thread. */
export function drawGrowthStrip(services: SiteContent['services']) {
  const maxScore = services.questions.length * (services['growth-check'].scale.length - 1);
  return drawDotStrip({ place: 'result', dots: maxScore, woven: maxScore, rows: Math.ceil(maxScore / 6) });
}

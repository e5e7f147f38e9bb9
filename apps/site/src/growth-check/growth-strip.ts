import type { SiteContent } from '@threadline/schema/site-content';
import type { Scene } from '../art/draw.ts';
import { strip } from '../art/scenes/strip.ts';

/** Every point of the growth check as a dot on one thread. */
export function growthStrip(services: SiteContent['services']): Scene {
  const highest = services.questions.length * (services['growth-check'].scale.length - 1);
  return strip({ place: 'result', dots: highest, woven: highest, rows: Math.ceil(highest / 6) });
}

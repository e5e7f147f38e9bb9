import { artNames, isArtName } from '@threadline/schema/art';
import { expect, test } from 'vitest';
import { drawingOf } from './catalog.ts';
import { favicon } from './scenes/ornaments.ts';
import { processThread } from './scenes/process.ts';
import { strip } from './scenes/strip.ts';

const names = Object.keys(artNames).filter(isArtName);

test.each(names)('%s is drawn with threads and without words', (name) => {
  const { body, viewBox } = drawingOf(name);
  expect(viewBox).toMatch(/^-?\d+ -?\d+ \d+ \d+$/);
  expect(body).toContain('stroke=');
  expect(body).not.toMatch(/<text|NaN|undefined|Infinity/);
});

test('a glyph belongs to one service only', () => {
  const bodies = names.map((name) => drawingOf(name).body);
  expect(new Set(bodies).size).toBe(names.length);
});

test('a strip shows exactly the dots it counts', () => {
  const { body } = strip({ place: 'figures', dots: 25, woven: 23 });
  const dots = [...body.matchAll(/h0/g)];
  expect(dots).toHaveLength(25);
});

test('a strip without woven dots has only loose ones', () => {
  expect(strip({ place: 'figures', dots: 4, woven: 0 }).body.match(/<path/g)).toHaveLength(1);
});

test('the thread of the process is one loop, whatever the number of steps', () => {
  for (const steps of [1, 4, 6]) {
    const thread = processThread(steps).body.match(/stroke="var\(--color-process-thread\)" stroke-width="3.4"\/>/g);
    expect(thread).toHaveLength(1);
  }
});

test('the favicon stands alone: no custom property reaches it', () => {
  expect(favicon().body).not.toContain('var(');
});

import { artNames, isArtName } from '@threadline/schema/primitives/art';
import { expect, test } from 'vitest';
import { getDrawing } from './drawings.ts';
import { drawDotStrip } from './scenes/dot-strip.ts';
import { drawFavicon } from './scenes/ornaments.ts';
import { drawProcessThread } from './scenes/process.ts';

const names = Object.keys(artNames).filter(isArtName);

test.each(names)('%s is drawn with threads and without text', (name) => {
  const { body, layers = [], viewBox } = getDrawing(name);
  const markup = [body, ...layers.map((layer) => layer.body)].join('');
  expect(viewBox).toMatch(/^-?\d+ -?\d+ \d+ \d+$/);
  expect(markup).toContain('stroke=');
  expect(markup).not.toMatch(/<text|NaN|undefined|Infinity/);
});

test('a glyph belongs to one service only', () => {
  const bodies = names.map((name) => getDrawing(name).body);
  expect(new Set(bodies).size).toBe(names.length);
});

test('a strip shows exactly the dots it counts', () => {
  const { body } = drawDotStrip({ place: 'figures', dots: 25, woven: 23 });
  const dots = [...body.matchAll(/h0/g)];
  expect(dots).toHaveLength(25);
});

test('a strip without woven dots has only loose ones', () => {
  expect(drawDotStrip({ place: 'figures', dots: 4, woven: 0 }).body.match(/<path/g)).toHaveLength(1);
});

test('the thread of the process is one loop, whatever the number of steps', () => {
  for (const steps of [1, 4, 6]) {
    const [, thread = ''] =
      / d="([^"]*)" stroke="var\(--color-process-thread\)"/.exec(drawProcessThread(steps).body) ?? [];
    expect(thread.match(/m/gi)).toHaveLength(1);
    expect(thread).toMatch(/z$/);
  }
});

test('the favicon uses no custom properties', () => {
  expect(drawFavicon().body).not.toContain('var(');
});

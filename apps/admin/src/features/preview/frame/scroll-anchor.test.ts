import { expect, test } from 'vitest';
import { createKeptInSight } from './scroll-anchor.ts';

const stats = { kind: 'section', section: 'stats', path: '/' } as const;

function setUp() {
  const shown: string[] = [];
  return { shown, inSight: createKeptInSight((section) => shown.push(section)) };
}

test('a section comes into sight once, when its page is there, and stays there while heights change', () => {
  const { shown, inSight } = setUp();
  inSight.seek(stats, '/terms/');
  inSight.arriveAt('/terms/');
  inSight.keepSection();
  expect(shown).toEqual([]);
  inSight.arriveAt('/');
  inSight.arriveAt('/');
  expect(shown).toEqual(['stats']);
  inSight.keepSection();
  expect(shown).toEqual(['stats', 'stats']);
});

test.each(['wheel', 'touchmove', 'pointerdown', 'keydown'])(
  'the place is the reader’s from the first %s on',
  (type) => {
    const { shown, inSight } = setUp();
    inSight.seek(stats, '/');
    window.dispatchEvent(new Event(type));
    inSight.keepSection();
    expect(shown).toEqual(['stats']);
    inSight.keepField(true);
    window.dispatchEvent(new Event(type));
    expect(inSight.isField()).toBe(false);
  },
);

test('a field with the caret comes before a section that is still awaited, and is let go with the caret', () => {
  const { shown, inSight } = setUp();
  inSight.seek(stats, '/terms/');
  inSight.keepField(true);
  inSight.arriveAt('/');
  expect([shown, inSight.isField()]).toEqual([[], true]);
  inSight.keepField(false);
  expect(inSight.isField()).toBe(false);
});

test('that no field has the caret any more takes no section out of sight', () => {
  const { shown, inSight } = setUp();
  inSight.seek(stats, '/');
  inSight.keepField(false);
  inSight.keepSection();
  expect(shown).toEqual(['stats', 'stats']);
});

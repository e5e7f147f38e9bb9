import { expect, test } from 'vitest';
import { createScrollAnchor } from './scroll-anchor.ts';

const stats = { kind: 'section', section: 'stats', path: '/' } as const;

function setUp() {
  const shown: string[] = [];
  return { shown, anchor: createScrollAnchor((section) => shown.push(section)) };
}

test('a section is shown once its page is there, and stays in view while heights change', () => {
  const { shown, anchor } = setUp();
  anchor.requestSection(stats, '/terms/');
  anchor.onPage('/terms/');
  anchor.onResize();
  expect(shown).toEqual([]);
  anchor.onPage('/');
  anchor.onPage('/');
  expect(shown).toEqual(['stats']);
  anchor.onResize();
  expect(shown).toEqual(['stats', 'stats']);
});

test.each(['wheel', 'touchmove', 'pointerdown', 'keydown'])('a %s of the user releases the anchor', (type) => {
  const { shown, anchor } = setUp();
  anchor.requestSection(stats, '/');
  window.dispatchEvent(new Event(type));
  anchor.onResize();
  expect(shown).toEqual(['stats']);
  anchor.setFocus(true);
  window.dispatchEvent(new Event(type));
  expect(anchor.isField()).toBe(false);
});

test('a focused field replaces a requested section, until it loses the focus', () => {
  const { shown, anchor } = setUp();
  anchor.requestSection(stats, '/terms/');
  anchor.setFocus(true);
  anchor.onPage('/');
  expect([shown, anchor.isField()]).toEqual([[], true]);
  anchor.setFocus(false);
  expect(anchor.isField()).toBe(false);
});

test('a lost focus does not release a section', () => {
  const { shown, anchor } = setUp();
  anchor.requestSection(stats, '/');
  anchor.setFocus(false);
  anchor.onResize();
  expect(shown).toEqual(['stats', 'stats']);
});

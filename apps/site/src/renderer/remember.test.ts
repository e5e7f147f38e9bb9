import type { SiteContent } from '@threadline/schema/content/site-content';
import { expect, test } from 'vitest';
import { isUnchanged, type Reads, trackReads } from './reads.ts';
import { rememberByReads } from './remember.ts';

const createContent = (title: string, heading: string) =>
  ({ hero: { title, label: 'Slides' }, about: { heading } }) as unknown as SiteContent;

test('a result is computed again only for other values where it was read', () => {
  const computed: string[] = [];
  const getTitle = rememberByReads(({ hero }) => {
    computed.push(hero.title);
    return hero.title;
  });
  expect(['One', 'One', 'Two', 'One'].map((title, index) => getTitle(createContent(title, `${index}`)))).toEqual([
    ...['One', 'One', 'Two', 'One'],
  ]);
  expect(computed).toEqual(['One', 'Two']);
});

test('a page that gets a remembered result depends on what the result was read from', () => {
  const getTitle = rememberByReads(({ hero }) => hero.title);
  const loaded = { content: createContent('One', '') };
  getTitle(loaded.content);
  const reads: Reads = new Map();
  getTitle(trackReads(loaded, reads).content);
  expect(isUnchanged(reads, { content: createContent('One', 'changed') })).toBe(true);
  expect(isUnchanged(reads, { content: createContent('Two', '') })).toBe(false);
});

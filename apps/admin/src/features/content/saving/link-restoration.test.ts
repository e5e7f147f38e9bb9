import type { ContentItem, GroupedContent, ItemChangedWithRemoval } from '@threadline/schema/content/content-item';
import { expect, test } from 'vitest';
import type { Change, Save } from '../../../store/last-changes.ts';
import { applyChange } from './content-change.ts';
import { listLinkRemovals } from './link-removal.ts';
import { bringsBack, listLinkRestorations } from './link-restoration.ts';

function item(section: string, key: string, value: unknown): ContentItem {
  const at = { version: 3, position: 0, updatedAt: '2026-11-21T10:00:00.000Z', updatedBy: null };
  return { section, key, value, type: 'text', metadata: {}, ...at };
}

const service = item('services', 'service-audit', { title: 'Audit' });
const call = { label: 'See the audit', href: '#audit' };
const slide = { label: 'Plan', primaryCTA: call, secondaryCTA: { label: 'B', href: '#about' } };
const shown: GroupedContent = {
  hero: { 'slide-a': item('hero', 'slide-a', slide) },
  about: { 'block-a': item('about', 'block-a', { heading: 'Evidence', link: call, labels: [] }) },
  services: { 'service-audit': service },
  site: { 'nav-audit': item('site', 'nav-audit', call) },
};
const place = { kind: 'save', section: 'services', key: 'service-audit', version: 3, value: service.value } as const;
const show: Save = { ...place, metadata: {} };

/** Hides the service with the links to it. Returns the content, and the items that the same save has changed. */
function hide() {
  const change: Change = { ...place, metadata: { hidden: true } };
  const saves = listLinkRemovals(change, shown).map(({ save }) => save);
  const content = [change, ...saves].reduce(applyChange, shown);
  const changed: ItemChangedWithRemoval[] = saves.flatMap(({ section, key, value, metadata }) => {
    const before = shown[section]?.[key];
    return before ? { section, key, before, after: { value, metadata } } : [];
  });
  return { content, changed };
}

const edit = (content: GroupedContent, section: string, key: string, value: unknown) =>
  applyChange(content, {
    kind: 'save',
    section,
    key,
    value,
    metadata: content[section]?.[key]?.metadata ?? {},
    version: 3,
  });

test('the links to an entry that is shown again are as before it was hidden', () => {
  const { content, changed } = hide();
  const restorations = listLinkRestorations(show, content, changed);
  expect(restorations.map(({ title, outcomes }) => [title, outcomes])).toEqual([
    ['Slide: Plan', ['“Main button” leads to it again.']],
    ['Text with image: Evidence', ['“Link” leads to it again.']],
    ['Menu link: See the audit', ['It is shown again.']],
  ]);
  const saves = restorations.flatMap(({ save }) => save ?? []);
  const again = [show, ...saves].reduce(applyChange, content);
  for (const { section, key, before } of changed)
    expect(again[section]?.[key]).toMatchObject({ value: before.value, metadata: before.metadata });
});

test('a removed entry is restored with its links', () => {
  const { content, changed } = hide();
  const restore: Change & Save = { ...show, version: undefined, origin: 'restore' };
  const removed = { ...content, services: {} };
  expect(bringsBack(restore, removed)).toBe(true);
  expect(listLinkRestorations(restore, removed, changed)).toHaveLength(3);
});

test('a field that was edited since keeps its edit, and so does the rest of its item', () => {
  const { content, changed } = hide();
  const edited = [
    ['hero', 'slide-a', { ...slide, label: 'New', primaryCTA: { label: 'See all', href: '#services' } }],
    ['about', 'block-a', { heading: 'Evidence', link: { label: 'Us', href: '#about' }, labels: [] }],
    ['site', 'nav-audit', { label: 'Results', href: '#stats' }],
  ].reduce((all, [section, key, value]) => edit(all, String(section), String(key), value), content);
  const [plan, block, link] = listLinkRestorations(show, edited, changed);
  expect(plan?.save?.value).toMatchObject({ label: 'New', primaryCTA: { label: 'See all', href: '#audit' } });
  expect([block, link].map((each) => [each?.save, each?.outcomes])).toEqual([
    [undefined, ['“Link” was edited since and stays as it is.']],
    [undefined, ['It was edited since and stays as it is.']],
  ]);
});

test('other changes of the same save are not reverted, nor links that are there already', () => {
  const { content, changed } = hide();
  const rewritten = changed.map((each) => ({ ...each, after: { ...each.after, value: { ...slide, label: 'Other' } } }));
  expect(listLinkRestorations(show, content, rewritten)).toEqual([]);
  expect(listLinkRestorations(show, shown, changed)).toEqual([]);
  expect(bringsBack({ ...show, metadata: { hidden: true } }, shown)).toBe(false);
});

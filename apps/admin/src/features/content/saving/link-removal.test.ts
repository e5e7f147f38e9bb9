import type { ContentItem, GroupedContent } from '@threadline/schema/content/content-item';
import { expect, test } from 'vitest';
import type { Change } from '../../../store/last-changes.ts';
import { listLinkRemovals } from './link-removal.ts';

function item(section: string, key: string, value: unknown): ContentItem {
  const at = { version: 3, position: 0, updatedAt: '2026-11-21T10:00:00.000Z', updatedBy: null };
  return { section, key, value, type: 'text', metadata: {}, ...at };
}

const service = item('services', 'service-audit', { title: 'Audit' });
const call = { label: 'See the audit', href: '#audit' };
const content: GroupedContent = {
  hero: {
    'slide-a': item('hero', 'slide-a', {
      label: 'Plan',
      primaryCTA: call,
      secondaryCTA: { label: 'B', href: '#about' },
    }),
  },
  about: { 'block-a': item('about', 'block-a', { heading: 'Evidence', link: call, labels: [] }) },
  services: { 'service-audit': service },
  site: { 'nav-audit': item('site', 'nav-audit', call) },
};
const place = { section: 'services', key: 'service-audit', version: 3 };
const hide: Change = { kind: 'save', ...place, value: service.value, metadata: { hidden: true } };
const removals = (change: Change) => listLinkRemovals(change, content);

test('the links to a hidden or removed entry are removed, lead to its section, or are hidden where they are all of an entry', () => {
  const outcomes = [
    ['Slide: Plan', ['“Main button” leads to Services.']],
    ['Text with image: Evidence', ['“Link” is removed.']],
    ['Menu link: See the audit', ['It is hidden.']],
  ];
  for (const change of [hide, { kind: 'remove', ...place } as const])
    expect(removals(change).map(({ title, outcomes }) => [title, outcomes])).toEqual(outcomes);
  expect(removals(hide).map(({ save }) => [save.value, save.metadata, save.version])).toEqual([
    [
      { label: 'Plan', primaryCTA: { ...call, href: '#services' }, secondaryCTA: { label: 'B', href: '#about' } },
      {},
      3,
    ],
    [{ heading: 'Evidence', link: { label: '', href: '' }, labels: [] }, {}, 3],
    [call, { hidden: true }, 3],
  ]);
});

test('an article leaves the related articles of others, and links to it in their texts lead to all articles', () => {
  const article = (key: string, related: string[], links: string[] = []) => {
    const text = (href: string) => ({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] });
    const body = { type: 'doc', content: [{ type: 'paragraph', content: links.map(text) }] };
    return { [key]: item('insights', key, { title: key, related, body }) };
  };
  const gone = '/insights/gone/';
  const insights = {
    ...article('article-gone', []),
    ...article('article-kept', ['/insights/other/', gone], [gone, gone]),
    ...article('article-other', [gone, gone]),
  };
  const change: Change = { kind: 'remove', section: 'insights', key: 'article-gone', version: 3 };
  const [kept, other] = listLinkRemovals(change, { insights });
  expect(kept?.outcomes).toEqual(['“Text, part 1” leads to All articles.', '“Related article 2” is removed.']);
  const links = ['/insights/', '/insights/'].map((href) => ({ marks: [{ attrs: { href } }] }));
  expect(kept?.save.value).toMatchObject({ related: ['/insights/other/'], body: { content: [{ content: links }] } });
  expect(other?.save.value).toMatchObject({ related: [] });
});

test('an edit of an entry and a change to an entry without links need no further saves', () => {
  expect(removals({ ...hide, metadata: {} })).toEqual([]);
  expect(removals({ kind: 'remove', section: 'about', key: 'block-a', version: 3 })).toEqual([]);
});

import { expect, test } from 'vitest';
import {
  describeExport,
  getFolder,
  getInitialSearch,
  listSources,
  toEnquiryFilter,
  toFolderSearch,
} from './inbox-search.ts';
import { parseInboxSearch } from './parse-inbox-search.ts';

test.each([
  [{}, { status: 'new' }],
  [{ status: 'all' }, {}],
  [
    { status: 'read', only: 'mine' },
    { status: 'read', assignee: 'me-id' },
  ],
  [{ only: 'unassigned' }, { status: 'new', assignee: 'none' }],
  [{ only: 'somebody-id', status: 'all' }, { assignee: 'somebody-id' }],
  [{ status: 'read', q: 'mills' }, { q: 'mills' }],
  [{ only: 'overdue', status: 'closed' }, { overdue: '1' }],
  [{ only: 'unanswered', status: 'closed' }, { unanswered: '1' }],
  [
    { q: 'mills', section: 'hero', slide: 'Build', cta: 'Talk' },
    { q: 'mills', section: 'hero', slide: 'Build', cta: 'Talk' },
  ],
])('the URL %j requests %j', (search, filter) => {
  expect(toEnquiryFilter(search, 'me-id')).toEqual(filter);
});

test('the unanswered enquiries are a folder like the others', () => {
  const opened = toFolderSearch('unanswered', { status: 'read', q: 'mills' });
  expect(opened).toEqual({ status: undefined, q: undefined, only: 'unanswered' });
  expect(getFolder(opened)).toBe('unanswered');
  const left = toFolderSearch('read', opened);
  expect(getFolder({ ...opened, ...left })).toBe('read');
  expect(toFolderSearch('all', { only: 'mine' })).toEqual({ status: 'all', q: undefined });
  expect(getFolder({ only: 'overdue' })).toBeUndefined();
});

test('the last day counts as a whole, and an invalid date is ignored', () => {
  const { from, until } = toEnquiryFilter({ from: '2026-11-20', until: '2026-11-21' }, '');
  expect(Date.parse(until ?? '') - Date.parse(from ?? '')).toBe(2 * 86_400_000);
  expect(toEnquiryFilter({ status: 'all', from: 'today', until: '2026-1-1' }, '')).toEqual({});
});

test('without new enquiries the inbox opens with the unanswered ones, unless the URL has filters', () => {
  const counted = (fresh: number, unanswered: number) => ({
    byStatus: { new: fresh, read: 1, replied: 0, closed: 0, spam: 0 },
    unanswered,
  });
  expect(getInitialSearch({}, counted(0, 1))).toEqual({ only: 'unanswered' });
  expect(getInitialSearch({}, counted(1, 2))).toBeUndefined();
  expect(getInitialSearch({}, counted(0, 0))).toBeUndefined();
  expect(getInitialSearch({ status: 'new' }, counted(0, 1))).toBeUndefined();
  expect(getInitialSearch({ q: 'mills' }, counted(0, 1))).toBeUndefined();
});

test('only texts are read from a URL, and typed numbers count as text', () => {
  expect(parseInboxSearch({ q: 4711, status: 'read', only: '', from: ['x'], more: 'y' })).toEqual({
    q: '4711',
    status: 'read',
  });
});

test('sources are sections with their buttons, and a section with one button has no further choice', () => {
  const origin = (section: string, slide: string, cta: string) => ({ section, slide, cta, total: 1 });
  const sources = listSources([
    origin('hero', 'Build', 'Talk'),
    origin('about', '', 'Ask'),
    origin('hero', '', 'Write'),
    origin('header', '', 'Talk to us'),
  ]);
  expect(sources.map(({ label }) => label)).toEqual([
    'Hero',
    'Hero, slide “Build”, button “Talk”',
    'Hero, button “Write”',
    'About',
    'Header',
  ]);
  expect(sources[2]?.search).toEqual({ section: 'hero', slide: undefined, cta: 'Write' });
});

test.each([
  [{ status: 'new' as const }, 'Export new enquiries (10)', 'enquiries-new.csv'],
  [{ status: 'closed' as const }, 'Export closed enquiries', 'enquiries-closed.csv'],
  [{}, 'Export all enquiries (13)', 'enquiries-all.csv'],
  [{ overdue: '1' as const }, 'Export overdue enquiries', 'enquiries-overdue.csv'],
  [{ unanswered: '1' as const }, 'Export those awaiting a reply', 'enquiries-awaiting-reply.csv'],
  [{ q: 'mills' }, 'Export this list', 'enquiries-all-filtered.csv'],
  [{ status: 'new' as const, section: 'hero' }, 'Export this list', 'enquiries-new-filtered.csv'],
])('the export of %j is labelled %s', (filter, label, file) => {
  expect(describeExport(filter, { new: 10, read: 2, replied: 1, closed: 0, spam: 0 })).toEqual({ label, file });
  expect(describeExport({ status: 'read' }, undefined)).toEqual({
    label: 'Export read enquiries',
    file: 'enquiries-read.csv',
  });
});

import { render, screen, within } from '@testing-library/react';
import type { Release } from '@threadline/schema/wire/publishing';
import { expect, test } from 'vitest';
import { renderRouted, Themed } from '../../test-render.tsx';
import { describeChanges, Timeline } from './timeline.tsx';

const change = {
  section: 'hero',
  key: 'title',
  name: 'Hero: Headline',
  operation: 'changed' as const,
  fields: [],
  fieldCount: 0,
};
const looms = (operation: 'added' | 'restored' | 'removed', key = 'x') => ({
  section: 's',
  key,
  name: 'Service: Looms',
  operation,
  fields: [],
  fieldCount: 0,
});
const release = {
  revision: 7,
  changes: [change],
  changeCount: 1,
  changedBy: ['Editor One'],
  restoredFrom: null,
  origin: null,
  images: [],
};
const edited = { ...change, fields: [{ pointer: '', label: 'Text', before: 'A', after: 'B' }], fieldCount: 1 };
const hidden = (before: string, after: string) => ({
  changes: [
    {
      ...looms('added'),
      operation: 'changed' as const,
      fields: [{ pointer: '/metadata/hidden', label: 'Hidden from the site', before, after }],
      fieldCount: 1,
    },
  ],
});

const unlisted = {
  changes: [
    {
      ...change,
      section: 'insights',
      key: 'article-cash',
      name: 'Article: Cash first',
      fields: [{ pointer: '/metadata/unlisted', label: 'Unlisted', before: '', after: 'Yes' }],
      fieldCount: 1,
    },
  ],
};

test.each([
  [{}, 'Editor One changed Hero: Headline'],
  [{ changedBy: [null] }, 'The system changed Hero: Headline'],
  [{ changedBy: ['Editor Two', 'Editor One'], changeCount: 45 }, 'Editor Two and Editor One changed 45 items'],
  [{ changes: [looms('added')] }, 'Editor One added Service: Looms'],
  [{ changes: [looms('restored')] }, 'Editor One restored Service: Looms'],
  [{ changes: [looms('removed')] }, 'Editor One removed Service: Looms'],
  [{ changes: [looms('added'), looms('added', 'y')], changeCount: 2 }, 'Editor One added 2 items'],
  [
    { changes: [looms('removed'), change], changeCount: 2 },
    'Editor One removed Service: Looms, with changes to 1 other item',
  ],
  [
    { changes: [change, looms('restored')], changeCount: 2, origin: 'undo' as const },
    'Editor One undid the removal of Service: Looms, with changes to 1 other item',
  ],
  [{ changes: [looms('added'), looms('removed', 'y')], changeCount: 2 }, 'Editor One changed 2 items'],
  [{ changes: [looms('added'), change], changeCount: 3 }, 'Editor One changed 3 items'],
  [
    { changes: [looms('removed'), change], changeCount: 2, changedBy: ['Editor Two', 'Editor One'] },
    'Editor Two and Editor One changed 2 items',
  ],
  [{ changes: [...hidden('', 'Yes').changes, change], changeCount: 2 }, 'Editor One changed 2 items'],
  [{ changes: [], changeCount: 0, changedBy: [] }, 'Published again without changes'],
  [
    { changes: [], changeCount: 0, changedBy: ['Editor Two'], images: ['house.webp'] },
    'Editor Two changed the image house.webp',
  ],
  [{ images: ['house.webp'] }, 'Editor One changed Hero: Headline, and changed the image house.webp'],
  [{ restoredFrom: 2, origin: 'restore' as const }, 'Editor One restored Hero: Headline from release 2'],
  [{ origin: 'undo' as const }, 'Editor One undid the change of Hero: Headline'],
  [{ origin: 'redo' as const }, 'Editor One redid the change of Hero: Headline'],
  [{ origin: 'restore' as const }, 'Editor One restored an earlier version of Hero: Headline'],
  [hidden('', 'Yes'), 'Editor One hid Service: Looms'],
  [hidden('Yes', ''), 'Editor One showed Service: Looms again'],
  [{ ...hidden('Yes', ''), origin: 'undo' as const }, 'Editor One undid hiding Service: Looms'],
  [{ ...hidden('Yes', ''), origin: 'redo' as const }, 'Editor One redid showing Service: Looms again'],
  [
    { changes: [...hidden('', 'Yes').changes, edited, edited], changeCount: 3 },
    'Editor One hid Service: Looms, with changes to 2 other items',
  ],
  [
    { changes: [...hidden('Yes', '').changes, edited], changeCount: 2, origin: 'undo' as const },
    'Editor One undid hiding Service: Looms, with changes to 1 other item',
  ],
  [unlisted, 'Editor One unlisted Article: Cash first'],
  [{ ...unlisted, origin: 'undo' as const }, 'Editor One undid listing Article: Cash first again'],
])('a release with %j reads "%s"', (difference, words) => {
  expect(describeChanges({ ...release, ...difference })).toBe(words);
});

const field = (number: number) => ({
  pointer: `/labels/${number}`,
  label: `Texts ${number}`,
  before: `Plant ${number}`,
  after: `Shift ${number}`,
});

function renderRelease(shown: Release): void {
  render(
    <Themed>
      <Timeline releases={[shown]} failures={[]} restores={[]} busyId={undefined} onRollBack={() => undefined} />
    </Themed>,
  );
}

const published = {
  ...release,
  id: '000007-0123abcd',
  number: 5,
  createdAt: '2026-11-21T10:00:00.000Z',
  live: true,
  available: true,
  files: 3,
  bytes: 99,
  steps: {},
};

test('a release with several changes lists each item with its own fields, and how many are left out', () => {
  const badge = {
    ...change,
    name: 'Badge: Cash',
    fields: [...(hidden('', 'Yes').changes[0]?.fields ?? []), field(1)],
    fieldCount: 3,
  };
  const removed = ['a', 'b', 'c', 'd'].map((key) => looms('removed', key));
  renderRelease({ ...published, changes: [badge, ...removed, looms('added')], changeCount: 8 });
  const [row, ...items] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(row).toMatch(/Editor One changed 8 items.*and 3 more/s);
  expect(items).toEqual([
    'Badge: CashIs now hiddenTexts 1: removed: Plantadded: Shift 1and 1 more',
    ...removed.map(() => 'Service: Looms was removed'),
  ]);
});

test.each([
  [2, 2, undefined],
  [3, 3, undefined],
  [3, 7, 'and 4 more'],
])('a release with %i of %i changed fields shows each by its name, then %j', (shown, fieldCount, more) => {
  const fields = Array.from({ length: shown }, (_, index) => field(index + 1));
  renderRelease({ ...published, changes: [{ ...change, fields, fieldCount }] });
  const told = fields.map(({ label, after }) => `${label}: removed: Plantadded: ${after}`);
  const lines = screen.getAllByText(/^Texts \d:$/).map((label) => label.closest('p')?.textContent);
  expect(lines).toEqual(told);
  expect(screen.queryByText(/^and /)?.textContent).toBe(more);
});

test('failures of one cause are one entry, and a fixed one has no link to its field', async () => {
  const fault = { section: 'hero', key: 'title', pointer: '', detail: 'A link leads nowhere.' };
  const fail = (hour: number, changes: object = {}) => ({
    revision: hour,
    at: `2026-11-21T0${hour}:00:00.000Z`,
    by: 'Editor One',
    faults: [{ ...fault, ...changes }],
  });
  const earlier = { ...published, id: '000005-0123abcd', revision: 5, createdAt: '2026-11-21T05:00:00.000Z' };
  renderRouted(() => (
    <Timeline
      releases={[earlier]}
      failures={[fail(8), fail(7), fail(6, { detail: 'An image is missing.' }), fail(4), fail(3), fail(2)]}
      restores={[]}
      busyId={undefined}
      onRollBack={() => undefined}
    />
  ));
  const entries = await screen.findAllByRole('listitem');
  const texts = entries.map((entry) => [
    entry.textContent?.match(/Failed \d times/)?.[0],
    entry.textContent?.includes('Fixed since.'),
    within(entry).queryByRole('link', { name: 'Go to the field' }) !== null,
  ]);
  expect(texts).toEqual([
    ['Failed 2 times', false, true],
    [undefined, false, true],
    [undefined, false, false],
    ['Failed 3 times', true, false],
  ]);
});

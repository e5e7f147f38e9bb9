import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { EnquirySummary } from '@threadline/schema/wire/enquiry';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { offlineClient, renderRouted } from '../../../test-render.tsx';
import { EnquiryList } from './enquiry-list.tsx';
import type { EnquiryFilter } from './inbox-search.ts';
import { mergeRows, useVisibleRows } from './visible-rows.ts';

const createdAt = new Date(Date.now() - 3_600_000).toISOString();
const dueAt = new Date(Date.now() + 20 * 3_600_000).toISOString();

function createRow(companyName: string, change: Partial<EnquirySummary> = {}): EnquirySummary {
  const ids = { id: companyName, reference: companyName, assigneeId: null };
  const texts = { companyName, contactName: '', preview: '', replyPending: false };
  return { ...ids, ...texts, status: 'new', createdAt, dueAt, answeredAt: null, isTest: false, ...change };
}

/** Changes the open enquiry and the shown list, as the address does. */
let goTo: (next: { selectedId?: string; filter?: EnquiryFilter }) => void;

const toPages = (enquiries: EnquirySummary[]) => ({ pages: [{ enquiries, next: null }], pageParams: [''] });

async function renderRows(filter: EnquiryFilter, enquiries: EnquirySummary[]) {
  const page = toPages(enquiries);
  const client = offlineClient([filter, { q: 'other' }].map((each) => [['enquiries', 'list', each], page]));
  const component = () => {
    const [shown, setShown] = useState<Parameters<typeof goTo>[0]>({});
    goTo = (next) => act(() => setShown(next));
    const enquiries = useVisibleRows(shown.filter ?? filter, shown.selectedId);
    return (
      <EnquiryList
        filter={shown.filter ?? filter}
        enquiries={enquiries}
        selectedId={shown.selectedId}
        onSelect={() => undefined}
      />
    );
  };
  renderRouted(component, client);
  return (await screen.findAllByRole('button')).map((row) => row.textContent);
}

test('in a list across folders spam and closed enquiries are labelled, and a test has no deadline', async () => {
  const all = [
    createRow('Open'),
    createRow('Unwanted', { status: 'spam' }),
    createRow('Over', { status: 'closed' }),
    createRow('Trial', { isTest: true }),
  ];
  const [open, spam, closed, trial] = await renderRows({}, all);
  expect(open).toMatch(/^New: Open(?!Spam|Closed|Test).*due .* IST$/);
  expect(spam).toMatch(/^UnwantedSpam.*No message$/);
  expect(closed).toMatch(/^OverClosed.*No message$/);
  expect(trial).toMatch(/^New: TrialTest.*No message$/);
});

test('a search names the status of each row and how many it found', async () => {
  const rows = await renderRows({ q: 'mills' }, [createRow('First'), createRow('Second', { status: 'read' })]);
  expect(rows).toEqual([expect.stringMatching(/^FirstNew/), expect.stringMatching(/^SecondRead/)]);
  expect(screen.getByText('2 found in all folders')).toBeTruthy();
});

test('a search without a result says so, and offers no other list', async () => {
  const client = offlineClient([[['enquiries', 'list', { q: 'mills' }], toPages([])]]);
  renderRouted(
    () => <EnquiryList filter={{ q: 'mills' }} enquiries={[]} selectedId={undefined} onSelect={() => undefined} />,
    client,
  );
  expect((await screen.findByText(/^Nothing found in any folder\./)).textContent?.trim()).toBe(
    'Nothing found in any folder.',
  );
});

test('the arrow keys move between enquiries and stop at the ends', async () => {
  const user = userEvent.setup();
  await renderRows({}, [createRow('First'), createRow('Second')]);
  const focused = () => document.activeElement?.querySelector('strong')?.textContent;
  await user.tab();
  expect(focused()).toBe('First');
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('Second');
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('Second');
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(focused()).toBe('First');
});

test('closing an enquiry returns the focus to its row, but not in another list', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined);
  await renderRows({}, [createRow('First'), createRow('Second')]);
  const focused = () => document.activeElement?.getAttribute('data-enquiry');
  goTo({ selectedId: 'Second' });
  expect(focused()).toBeNull();
  goTo({});
  expect(focused()).toBe('Second');
  expect(scrolled.mock.calls).toEqual([[{ block: 'center' }]]);
  goTo({ selectedId: 'First' });
  goTo({ filter: { q: 'other' } });
  expect(focused()).not.toBe('First');
  expect(scrolled).toHaveBeenCalledOnce();
  scrolled.mockRestore();
});

test('an opened enquiry stays in the folder that it has left, with its status and an explanation', async () => {
  const folder: EnquiryFilter = { status: 'new' };
  const read = createRow('First', { status: 'read' });
  const client = offlineClient([
    [['enquiries', 'list', folder], toPages([createRow('First')])],
    [['enquiries', 'one', 'First'], { enquiry: { ...read, messages: [] }, draft: {} }],
  ]);
  const component = () => {
    const enquiries = useVisibleRows(folder, 'First');
    return <EnquiryList filter={folder} enquiries={enquiries} selectedId="First" onSelect={() => undefined} />;
  };
  renderRouted(component, client);
  await screen.findByRole('button');
  expect(screen.queryByText(/stay listed here/)).toBeNull();
  act(() => client.setQueryData(['enquiries', 'list', folder], toPages([])));
  expect((await screen.findByRole('button')).textContent).toMatch(/^FirstRead/);
  expect(screen.getByText(/stay listed here/)).toBeTruthy();
});

test('the label of a folder is not repeated in it', async () => {
  const [spam] = await renderRows({ status: 'spam' }, [createRow('Unwanted', { status: 'spam' })]);
  expect(spam).not.toContain('Spam');
});

const at = (hour: number) => `2026-11-21T${String(hour).padStart(2, '0')}:00:00.000Z`;
const rowAt = (hour: number) => createRow(`${hour}`, { createdAt: at(hour), dueAt: at(hour) });

test.each([
  ['createdAt', [9, 7, 5], [8, 3, 7], ['9', '8', '7', '5', '3']],
  ['dueAt', [5, 7], [6, 4], ['4', '5', '6', '7']],
  ['createdAt', [], [4, 6], ['6', '4']],
] as const)('by %s, the list %j keeps the opened rows %j in their places', (order, listed, opened, merged) => {
  const rows = mergeRows(listed.map(rowAt), opened.map(rowAt), order);
  expect(rows.map(({ id }) => id)).toEqual(merged);
});

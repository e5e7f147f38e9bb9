import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { EnquirySummary } from '@threadline/schema/enquiry';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { offlineClient, renderRouted } from '../../../test-render.tsx';
import { EnquiryList } from './enquiry-list.tsx';
import type { EnquiryFilter } from './inbox-search.ts';

const createdAt = new Date(Date.now() - 3_600_000).toISOString();
const dueAt = new Date(Date.now() + 20 * 3_600_000).toISOString();

function enquiry(companyName: string, change: Partial<EnquirySummary> = {}): EnquirySummary {
  const ids = { id: companyName, reference: companyName, assigneeId: null };
  const words = { companyName, contactName: '', preview: '', replyPending: false };
  return { ...ids, ...words, status: 'new', createdAt, dueAt, answeredAt: null, isTest: false, ...change };
}

/** What the address says: which enquiry is open, and which list is shown. */
let goTo: (next: { selected?: string; filter?: EnquiryFilter }) => void;

async function rowsOf(filter: EnquiryFilter, enquiries: EnquirySummary[]) {
  const page = { pages: [{ enquiries, next: null }], pageParams: [''] };
  const client = offlineClient([filter, { q: 'other' }].map((each) => [['enquiries', 'list', each], page]));
  const component = () => {
    const [shown, setShown] = useState<Parameters<typeof goTo>[0]>({});
    goTo = (next) => act(() => setShown(next));
    return <EnquiryList filter={shown.filter ?? filter} selected={shown.selected} onSelect={() => undefined} />;
  };
  renderRouted(component, client);
  return (await screen.findAllByRole('button')).map((row) => row.textContent);
}

test('among all enquiries spam and closed ones are marked with a word, and a test has no clock', async () => {
  const all = [
    enquiry('Open'),
    enquiry('Unwanted', { status: 'spam' }),
    enquiry('Over', { status: 'closed' }),
    enquiry('Trial', { isTest: true }),
  ];
  const [open, spam, closed, trial] = await rowsOf({}, all);
  expect(open).toMatch(/^New: Open(?!Spam|Closed|Test).*due .* IST$/);
  expect(spam).toMatch(/^UnwantedSpam.*No message$/);
  expect(closed).toMatch(/^OverClosed.*No message$/);
  expect(trial).toMatch(/^New: TrialTest.*No message$/);
});

test('the arrows go from one enquiry to the next, and stay at the ends', async () => {
  const user = userEvent.setup();
  await rowsOf({}, [enquiry('First'), enquiry('Second')]);
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

test('whoever comes back from an enquiry is at its row again; whoever has gone to another list stays', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined);
  await rowsOf({}, [enquiry('First'), enquiry('Second')]);
  const focused = () => document.activeElement?.getAttribute('data-enquiry');
  goTo({ selected: 'Second' });
  expect(focused()).toBeNull();
  goTo({});
  expect(focused()).toBe('Second');
  expect(scrolled.mock.calls).toEqual([[{ block: 'center' }]]);
  goTo({ selected: 'First' });
  goTo({ filter: { q: 'other' } });
  expect(focused()).not.toBe('First');
  expect(scrolled).toHaveBeenCalledOnce();
  scrolled.mockRestore();
});

test('in its own folder the word is not repeated', async () => {
  const [spam] = await rowsOf({ status: 'spam' }, [enquiry('Unwanted', { status: 'spam' })]);
  expect(spam).not.toContain('Spam');
});

import { QueryClient } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Enquiry } from '@threadline/schema/wire/enquiry';
import { afterEach, expect, test, vi } from 'vitest';
import { InApp, offlineClient } from '../../../test-render.tsx';
import { ConfirmProvider } from '../../../ui/confirm.tsx';
import { ToastProvider } from '../../../ui/toast.tsx';
import '../../../ui/confirm-dialog.tsx';
import { EnquiryDetail } from './enquiry-detail.tsx';

afterEach(() => vi.unstubAllGlobals());

const answeredAt = '2026-11-20T06:00:00.000Z';
const moments = { createdAt: '2026-11-20T05:00:00.000Z', dueAt: '2126-11-24T18:30:00.000Z', retainedUntil: answeredAt };
const texts = { email: 'sender@example.org', phone: '', phoneE164: '', companySize: '', industry: '', message: '' };
const origin = { origin: '', originSection: '', originSlide: '', originCta: '', page: '' };

function createEnquiry(change: Partial<Enquiry>): Enquiry {
  const lists = { spamReasons: [], notes: [], consents: [], messages: [] };
  const flags = {
    replyPending: false,
    isTest: false,
    retainForClient: false,
    withdrawnAt: null,
    answeredAt: null,
    assigneeId: null,
  };
  const names = { id: 'one', reference: 'R-1', companyName: 'Example Mills', contactName: '' };
  return { ...names, ...moments, ...texts, ...origin, ...lists, ...flags, status: 'read', ...change };
}

function show(change: Partial<Enquiry>) {
  const enquiry = createEnquiry(change);
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (_: string, { method = '' } = {}) => {
    asked.push(method);
    return Response.json({ success: true, enquiry });
  });
  const client = offlineClient([[['enquiries', 'one', 'one'], { enquiry, draft: { subject: '', text: '' } }]]);
  const { container } = renderDetail(client);
  return { asked, press: (key: string) => fireEvent.keyDown(container, { key }) };
}

function renderDetail(client: QueryClient) {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  return render(
    <InApp client={client}>
      <ToastProvider>
        <ConfirmProvider>
          <RouterContextProvider router={router as never}>
            <EnquiryDetail id="one" isChosen onChoose={() => undefined} onClose={() => undefined} />
          </RouterContextProvider>
        </ConfirmProvider>
      </ToastProvider>
    </InApp>,
  );
}

/** Opens an enquiry against a server that stores the status. */
function openStored(change: Partial<Enquiry>) {
  let enquiry = createEnquiry(change);
  const stored: string[] = [];
  const posted: string[] = [];
  let reads = 0;
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body = '' } = {}) => {
    if (method === 'POST') posted.push(String(address));
    if (!String(address).endsWith('/enquiries/one')) return Response.json({ success: true, users: [] });
    if (method === 'PATCH') {
      enquiry = { ...enquiry, ...JSON.parse(body) };
      stored.push(enquiry.status);
    } else reads += 1;
    return Response.json({ success: true, enquiry, draft: { subject: '', text: '' } });
  });
  renderDetail(new QueryClient());
  const select = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Status' });
  /** The answer of the last change, and the enquiry as it was read after it, are on the screen. */
  const shows = async (status: string, changes: number) => {
    await waitFor(() => expect([stored.length, reads > changes]).toEqual([changes, true]));
    await waitFor(async () => expect((await select()).value).toBe(status));
  };
  return { stored, posted, select, shows };
}

// Test files share their document.
afterEach(() => document.body.replaceChildren());

test('opening a new enquiry marks it as read once; it can then be set to New and stays New', async () => {
  const user = userEvent.setup();
  const { stored, select, shows } = openStored({ status: 'new' });
  await shows('read', 1);
  await user.selectOptions(await select(), 'new');
  await shows('new', 2);
  await user.selectOptions(await select(), 'closed');
  await shows('closed', 3);
  expect(stored).toEqual(['read', 'new', 'closed']);
});

test('an enquiry with an unsent reply is closed after the decision about it, and reported with Undo', async () => {
  const user = userEvent.setup();
  const unsent = { id: 'kept', kind: 'reply', state: 'written-to-disk', createdAt: answeredAt, lastError: null };
  const { stored, posted, select, shows } = openStored({ messages: [unsent as Enquiry['messages'][number]] });
  const ask = async () => {
    await user.selectOptions(await select(), 'closed');
    await screen.findByRole('dialog', { name: /has not received your reply yet\.$/ });
  };
  await ask();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect([stored, posted]).toEqual([[], []]);
  await ask();
  await user.click(screen.getByRole('button', { name: 'Close and delete the reply' }));
  await waitFor(() => expect(posted).toEqual([expect.stringMatching(/\/outbox\/kept\/dismiss$/)]));
  await screen.findByText('Enquiry closed.');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await shows('read', 2);
});

test('an answered enquiry is closed and reopened beside the reply', async () => {
  const user = userEvent.setup();
  const { stored, shows } = openStored({ status: 'replied', answeredAt });
  await user.click(await screen.findByRole('button', { name: 'Close enquiry' }));
  await shows('closed', 1);
  await user.click(screen.getByRole('button', { name: 'Reopen enquiry' }));
  await screen.findByText('Enquiry reopened.');
  await shows('read', 2);
  expect(stored).toEqual(['closed', 'read']);
});

test('an enquiry that is not spam goes back to New and stays New', async () => {
  const user = userEvent.setup();
  const { stored, select, shows } = openStored({ status: 'spam' });
  await user.click(await screen.findByRole('button', { name: /^Not spam/ }));
  await shows('new', 1);
  await user.selectOptions(await select(), 'closed');
  await shows('closed', 2);
  expect(stored).toEqual(['new', 'closed']);
});

test.each([
  ['read', ['PATCH']],
  ['spam', []],
  ['closed', []],
] as const)('pressing E on a %s enquiry requests %j', async (status, calls) => {
  const { asked, press } = show({ status });
  press('e');
  await vi.waitFor(() => expect(asked).toEqual(calls), 20_000);
});

test('letters that are typed after a click on the text of an enquiry do nothing, and its heading leads to the note', async () => {
  const { asked } = show({ status: 'read' });
  fireEvent.keyDown(screen.getByRole('article'), { key: 'e' });
  await userEvent.click(screen.getByText('Team notes'));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Add a note' }));
  expect(asked).toEqual([]);
});

test.each([
  [true, 'Reply written, not sent yet', 'warning'],
  [false, 'Answered in 1 h', 'success'],
] as const)('with an unsent reply (%j) the enquiry shows: %s', (replyPending, words, tone) => {
  show({ status: 'replied', answeredAt: replyPending ? null : answeredAt, replyPending });
  expect(screen.getByText(words).closest('[data-tone]')?.getAttribute('data-tone')).toBe(tone);
});

test('a deadline at the end of a day shows that day', () => {
  show({});
  expect(screen.getByText('Reply due by the end of Sun 24 Nov, IST')).toBeTruthy();
  expect(screen.queryByText(/It was due by/)).toBeNull();
});

test.each([
  ['with an unsent reply', { answeredAt: null, replyPending: true }],
  ['with a sent reply', { answeredAt, replyPending: false }],
  ['without a reply', { answeredAt: null, replyPending: false }],
])('a closed enquiry %s has no due date', (_, reply) => {
  show({ status: 'closed', ...reply });
  expect(screen.queryByText(/\bdue\b/)).toBeNull();
});

test('an overdue enquiry shows the day whose end has passed', () => {
  show({ dueAt: '2025-11-24T18:30:00.000Z' });
  expect(screen.getByText(/^It was due by the end of 24 Nov 2025, IST\./)).toBeTruthy();
});

const consent = { given: true, requested: false, at: answeredAt, confirmedAt: null, withdrawnAt: null };
const notice = { noticeVersion: 2, noticeText: 'We use your email to reply.' };

test('the consents are what the sender did: sent the form beside its notice, or ticked a box', () => {
  show({
    consents: [
      { ...consent, ...notice, purpose: 'reply' },
      { ...consent, ...notice, purpose: 'whatsapp', withdrawnAt: answeredAt },
      { ...consent, ...notice, purpose: 'newsletter', given: false, requested: true },
    ],
  });
  const list = screen.getByText('Consent').nextElementSibling;
  expect([...(list?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Sent the form, which said: “We use your email to reply.” (version 2 of the privacy notice)',
    'Ticked the box for a reply on WhatsApp, withdrawn 20 Nov 2026, 11:30 IST',
    'Ticked the box for the newsletter, not confirmed',
  ]);
});

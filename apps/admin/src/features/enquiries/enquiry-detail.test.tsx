import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import type { Enquiry } from '@threadline/schema/enquiry';
import { afterEach, expect, test, vi } from 'vitest';
import { offlineClient, Themed } from '../../test-render.tsx';
import { ConfirmProvider } from '../../ui/confirm.tsx';
import { ToastProvider } from '../../ui/toast.tsx';
import { EnquiryDetail } from './enquiry-detail.tsx';

afterEach(() => vi.unstubAllGlobals());

const answeredAt = '2026-11-20T06:00:00.000Z';
const moments = { createdAt: '2026-11-20T05:00:00.000Z', dueAt: '2126-11-24T18:30:00.000Z', keptUntil: answeredAt };
const texts = { email: 'sender@example.org', phone: '', phoneE164: '', companySize: '', industry: '', message: '' };
const origin = { origin: '', originSection: '', originSlide: '', originCta: '', page: '' };

function show(change: Partial<Enquiry>) {
  const lists = { spamReasons: [], notes: [], consents: [], mails: [] };
  const flags = {
    replyWaits: false,
    isTest: false,
    isKept: false,
    withdrawnAt: null,
    answeredAt: null,
    assigneeId: null,
  };
  const names = { id: 'one', reference: 'R-1', companyName: 'Example Mills', contactName: '' };
  const enquiry: Enquiry = { ...names, ...moments, ...texts, ...origin, ...lists, ...flags, status: 'read', ...change };
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (_: string, { method = '' } = {}) => {
    asked.push(method);
    return Response.json({ success: true, enquiry });
  });
  const client = offlineClient([[['enquiries', 'one', 'one'], { enquiry, draft: { subject: '', text: '' } }]]);
  const { container } = render(
    <QueryClientProvider client={client}>
      <Themed>
        <ToastProvider>
          <ConfirmProvider>
            <EnquiryDetail id="one" onClose={() => undefined} />
          </ConfirmProvider>
        </ToastProvider>
      </Themed>
    </QueryClientProvider>,
  );
  return { asked, press: (key: string) => fireEvent.keyDown(container, { key }) };
}

test.each([
  ['read', ['PATCH']],
  ['spam', []],
  ['closed', []],
] as const)('E on one that is %s asks the server for %j', async (status, calls) => {
  const { asked, press } = show({ status });
  press('e');
  await new Promise((resolve) => setImmediate(resolve)); // a request goes out in a later turn
  await vi.waitFor(() => expect(asked).toEqual(calls));
});

test.each([
  [true, 'Reply written, waits to be sent', 'waiting'],
  [false, 'answered in 1 h', 'good'],
] as const)('an answer that still waits (%j): %s', (replyWaits, words, tone) => {
  show({ status: 'replied', answeredAt, replyWaits });
  expect(screen.getByText(words).closest('[data-tone]')?.getAttribute('data-tone')).toBe(tone);
});

test('what ends with a day is due by its end', () => {
  show({});
  expect(screen.getByText('Reply due by the end of Sun 24 Nov, IST')).toBeTruthy();
  expect(screen.getByText(/^Promised by the end of 24 Nov 2126, IST\./)).toBeTruthy();
});

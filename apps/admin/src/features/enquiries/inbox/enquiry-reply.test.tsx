import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Enquiry } from '@threadline/schema/wire/enquiry';
import { afterEach, expect, test, vi } from 'vitest';
import { offlineClient, Themed } from '../../../test-render.tsx';
import { ConfirmProvider } from '../../../ui/confirm.tsx';
import '../../../ui/confirm-dialog.tsx';
import { hasOpenEdits } from '../../../store/open-edits.ts';
import { EnquiryReply } from './enquiry-reply.tsx';

const enquiry = {
  email: 'sender@example.org',
  phoneE164: '',
  messages: [],
  status: 'read',
  answeredAt: null,
  consents: [],
};
afterEach(() => vi.unstubAllGlobals());

const template = { subject: 'Your enquiry', text: 'Hello there,' };

function setUp({ status = 'read', mode = 'smtp', answeredAt = null as string | null, messages = [] as object[] } = {}) {
  const keep = vi.fn((_draft: object, { onSuccess }: { onSuccess: () => void }) => onSuccess());
  const reply = { reset: () => undefined, error: null, isPending: false, mutate: keep };
  const onMarkReplied = vi.fn(async () => undefined);
  const { container } = render(
    <QueryClientProvider client={offlineClient([[['enquiries', 'counts'], { mail: { mode } }]])}>
      <Themed>
        <ConfirmProvider>
          <EnquiryReply
            enquiry={{ ...enquiry, status, answeredAt, messages } as unknown as Enquiry}
            template={template}
            reply={reply as never}
            onMarkReplied={onMarkReplied}
            onStatus={() => undefined}
          />
        </ConfirmProvider>
      </Themed>
    </QueryClientProvider>,
  );
  const press = (key: string) => fireEvent.keyDown(container, { key });
  return { user: userEvent.setup(), press, onMarkReplied, keep };
}

const opener = () => screen.queryByRole('button', { name: 'Reply by email' });
const field = (name: 'Message' | 'Subject') => screen.getByLabelText<HTMLInputElement>(name);
const question = () => screen.queryByRole('dialog', { name: 'Discard your reply?' });

test('an unchanged form closes at once and returns the focus to its opener', async () => {
  const { user } = setUp();
  await user.click(screen.getByRole('button', { name: 'Reply by email' }));
  expect(document.activeElement).toBe(field('Message'));
  await user.keyboard('{Escape}');
  expect(question()).toBeNull();
  expect(document.activeElement).toBe(opener());
});

test.each(['Message', 'Subject'] as const)('a changed %s is discarded only after a question', async (name) => {
  const { user } = setUp();
  await user.click(screen.getByRole('button', { name: 'Reply by email' }));
  await user.type(field(name), ' more');
  expect(hasOpenEdits()).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Keep writing' }));
  expect(field(name).value).toMatch(/ more$/);
  await user.click(field(name));
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(opener()).not.toBeNull();
  expect(hasOpenEdits()).toBe(false);
});

test('R opens the form, but not after G and not in a text field', async () => {
  const { user, press } = setUp();
  press('g');
  press('r');
  expect(opener()).not.toBeNull();
  press('r');
  expect(opener()).toBeNull();
  await user.type(field('Message'), 'r');
  expect(field('Message').value).toBe('Hello there,r');
});

test('a reply by phone is marked after a question, and without mail also from the open form, which closes', async () => {
  const { user, onMarkReplied } = setUp({ mode: 'files' });
  const mark = async () => {
    await user.click(screen.getByRole('button', { name: 'Mark as replied' }));
    const dialog = await screen.findByRole('dialog', { name: 'Mark as replied?' });
    await user.click(within(dialog).getByRole('button', { name: 'Mark as replied' }));
  };
  await mark();
  expect(onMarkReplied).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole('button', { name: 'Reply by email' }));
  await mark();
  expect(onMarkReplied).toHaveBeenCalledTimes(2);
  await screen.findByRole('button', { name: 'Reply by email' });
  expect(onMarkReplied).toHaveBeenLastCalledWith(undefined, 'keep');
  await user.click(screen.getByRole('button', { name: 'Reply by email' }));
  await user.type(field('Message'), ' thank you');
  await mark();
  expect(onMarkReplied).toHaveBeenLastCalledWith(expect.objectContaining({ text: 'Hello there, thank you' }), 'keep');
});

test('a reply that is still in the outbox is named when the enquiry is marked as replied, and can be deleted', async () => {
  const unsent = { id: 'kept', kind: 'reply', state: 'written-to-disk', createdAt: '2026-11-20T06:00:00.000Z' };
  const { user, onMarkReplied } = setUp({ messages: [unsent] });
  await user.click(screen.getByRole('button', { name: 'Mark as replied' }));
  const dialog = await screen.findByRole('dialog', { name: 'Mark as replied?' });
  within(dialog).getByText(/A reply is still in the outbox/);
  await user.click(within(dialog).getByRole('button', { name: 'Mark and delete the reply' }));
  expect(onMarkReplied).toHaveBeenLastCalledWith(undefined, 'delete');
});

const unsentReply = {
  id: 'kept',
  kind: 'reply',
  state: 'written-to-disk',
  createdAt: '2026-11-20T06:00:00.000Z',
  subject: 'First reply',
  text: 'We call you.',
};

test.each([
  ['Open it', 'We call you.'],
  ['Write a new reply', 'Hello there,'],
])('while a reply waits, “%s” begins with “%s”, and the new reply replaces it', async (choice, text) => {
  const { user, keep } = setUp({ mode: 'files', messages: [unsentReply] });
  await user.click(screen.getByRole('button', { name: 'Reply by email' }));
  const dialog = await screen.findByRole('dialog', { name: 'A reply is already waiting' });
  within(dialog).getByText(/“First reply” of 20 Nov 2026, 11:30 IST has not been sent yet/);
  await user.click(within(dialog).getByRole('button', { name: choice }));
  await vi.waitFor(() => expect(field('Message').value).toBe(text));
  screen.getByText(/^This replaces the reply of/);
  await user.click(screen.getByRole('button', { name: 'Keep it in the outbox' }));
  expect(keep).toHaveBeenCalledWith(expect.objectContaining({ text, replaces: ['kept'] }), expect.anything());
});

test('without a mail server the email app comes first, and a text says that a kept reply is not sent', async () => {
  const { user } = setUp({ mode: 'files' });
  await user.click(screen.getByRole('button', { name: 'Reply by email' }));
  const file = screen.getByRole('button', { name: 'Keep it in the outbox' });
  const program = screen.getByRole('link', { name: 'Open in my email app' });
  expect(program.compareDocumentPosition(file)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(
    screen.getByText(/the reply timer keeps running\. Once email is set up, you choose whether to send it\./),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send reply' })).toBeNull();
});

test.each([
  ['replied', null],
  ['spam', null],
  ['closed', '2026-11-20T06:00:00.000Z'],
])('an enquiry with status %s, answered at %s, cannot be marked as replied', (status, answeredAt) => {
  setUp({ status, answeredAt });
  expect(screen.queryByRole('button', { name: 'Mark as replied' })).toBeNull();
});

import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Enquiry } from '@threadline/schema/enquiry';
import { expect, test, vi } from 'vitest';
import { offlineClient, Themed } from '../../../test-render.tsx';
import { ConfirmProvider } from '../../../ui/confirm.tsx';
import '../../../ui/confirm-dialog.tsx';
import { hasOpenEdits } from '../../../store/unsaved.ts';
import { EnquiryAnswer } from './enquiry-answer.tsx';

const enquiry = {
  email: 'sender@example.org',
  phoneE164: '',
  messages: [],
  status: 'read',
  answeredAt: null,
  consents: [],
};
const draft = { subject: 'Your enquiry', text: 'Hello there,' };

function setUp({ status = 'read', mode = 'smtp' } = {}) {
  const reply = { reset: () => undefined, error: null, isPending: false };
  const onMarked = vi.fn();
  const { container } = render(
    <QueryClientProvider client={offlineClient([[['enquiries', 'counts'], { mail: { mode } }]])}>
      <Themed>
        <ConfirmProvider>
          <EnquiryAnswer
            enquiry={{ ...enquiry, status } as unknown as Enquiry}
            draft={draft}
            reply={reply as never}
            onMarked={onMarked}
          />
        </ConfirmProvider>
      </Themed>
    </QueryClientProvider>,
  );
  const press = (key: string) => fireEvent.keyDown(container, { key });
  return { user: userEvent.setup(), press, onMarked };
}

const opener = () => screen.queryByRole('button', { name: 'Reply by email' });
const field = (name: 'Text' | 'Subject') => screen.getByLabelText<HTMLInputElement>(name);
const question = () => screen.queryByRole('dialog', { name: 'Drop your answer?' });

test('a form in which nothing was written closes at once, and the keyboard stays at its place', async () => {
  const { user } = setUp();
  await user.click(screen.getByRole('button', { name: 'Reply by email' }));
  expect(document.activeElement).toBe(field('Text'));
  await user.keyboard('{Escape}');
  expect(question()).toBeNull();
  expect(document.activeElement).toBe(opener());
});

test.each(['Text', 'Subject'] as const)('words in %s are dropped only after a question', async (name) => {
  const { user } = setUp();
  await user.click(screen.getByRole('button', { name: 'Reply by email' }));
  await user.type(field(name), ' more');
  expect(hasOpenEdits()).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Keep writing' }));
  expect(field(name).value).toMatch(/ more$/);
  await user.click(field(name));
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Drop it' }));
  expect(opener()).not.toBeNull();
  expect(hasOpenEdits()).toBe(false);
});

test('R opens the form; after G it does not, nor while somebody types', async () => {
  const { user, press } = setUp();
  press('g');
  press('r');
  expect(opener()).not.toBeNull();
  press('r');
  expect(opener()).toBeNull();
  await user.type(field('Text'), 'r');
  expect(field('Text').value).toBe('Hello there,r');
});

test('what was answered by phone is marked after a question, with the form closed and without mail also in it', async () => {
  const { user, onMarked } = setUp({ mode: 'files' });
  const mark = async () => {
    await user.click(screen.getByRole('button', { name: 'Mark as replied' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, mark it' }));
  };
  await mark();
  expect(onMarked).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole('button', { name: 'Reply by email' }));
  await mark();
  expect(onMarked).toHaveBeenCalledTimes(2);
});

test('without a mail server the own mail program stands first, and the file says that nobody gets it', async () => {
  const { user } = setUp({ mode: 'files' });
  await user.click(screen.getByRole('button', { name: 'Reply by email' }));
  const file = screen.getByRole('button', { name: 'Write it to a file' });
  const program = screen.getByRole('link', { name: 'Open in my mail program' });
  expect(program.compareDocumentPosition(file)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.getByText(/the sender gets nothing, and the clock runs on/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send the reply' })).toBeNull();
});

test.each(['replied', 'spam'])('what is %s is not offered to be marked', (status) => {
  setUp({ status });
  expect(screen.queryByRole('button', { name: 'Mark as replied' })).toBeNull();
});

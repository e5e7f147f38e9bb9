import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OutboxMessage } from '@threadline/schema/wire/enquiry';
import { expect, test } from 'vitest';
import { renderRouted, Themed } from '../../test-render.tsx';
import { ConfirmProvider } from '../../ui/confirm.tsx';
import '../../ui/confirm-dialog.tsx';
import { CorrectAddress, MessageRow } from './unsent-messages.tsx';

test('a refused address can be corrected once it differs', async () => {
  const corrected: string[] = [];
  render(
    <Themed>
      <CorrectAddress address="sender@example.og" onCorrect={(newEmail) => corrected.push(newEmail)} />
    </Themed>,
  );
  const user = userEvent.setup();
  const field = screen.getByRole('textbox', { name: /^This address was refused/ });
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Correct sender@example.og and send again' });
  await user.type(field, '{Enter}');
  expect([button.disabled, corrected]).toEqual([true, []]);
  await user.clear(field);
  expect(button.disabled).toBe(true);
  await user.type(field, '  sender@example.org ');
  await user.click(button);
  expect(corrected).toEqual(['sender@example.org']);
});

const pending: OutboxMessage = {
  id: 'm1',
  kind: 'reply',
  to: 'sender@example.org',
  enquiryId: 'e1',
  refusedAddress: null,
  state: 'pending',
  attempts: 0,
  lastError: null,
  createdAt: '2026-11-21T10:00:00.000Z',
  sentAt: null,
};

test('a pending message of an enquiry is deleted after a confirmation, but only while it cannot be sent', async () => {
  const actions: object[] = [];
  const onAction = (action: object) => actions.push(action);
  const ofAccount: OutboxMessage = { ...pending, kind: 'password-reset', enquiryId: null };
  renderRouted(() => (
    <ConfirmProvider>
      <MessageRow message={pending} mode="smtp" isBlocked={false} onAction={onAction} />
      <MessageRow message={ofAccount} mode="smtp" isBlocked onAction={onAction} />
    </ConfirmProvider>
  ));
  const button = { name: /^Delete without sending/ };
  await screen.findAllByRole('button', { name: /^Show message/ });
  expect(screen.queryByRole('button', button)).toBeNull();
  cleanup();
  renderRouted(() => (
    <ConfirmProvider>
      <MessageRow message={pending} mode="smtp" isBlocked onAction={onAction} />
    </ConfirmProvider>
  ));
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', button));
  await user.click(await screen.findByRole('button', { name: 'Delete without sending' }));
  expect(actions).toEqual([{ do: 'dismiss', id: 'm1' }]);
});

test('before a reply is deleted, the question says that its enquiry may await a reply again', async () => {
  renderRouted(() => (
    <ConfirmProvider>
      <MessageRow message={pending} mode="smtp" isBlocked onAction={() => expect.unreachable()} />
    </ConfirmProvider>
  ));
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /^Delete without sending: Reply to/ }));
  await screen.findByText(
    'It will not be sent. The enquiry awaits a reply, unless it was answered in another way or closed.',
  );
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
});

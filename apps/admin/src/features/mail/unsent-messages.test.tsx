import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OutboxMessage } from '@threadline/schema/wire/enquiry';
import { expect, test } from 'vitest';
import { InApp, Themed } from '../../test-render.tsx';
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
  enquiryId: null,
  refusedAddress: null,
  state: 'pending',
  attempts: 0,
  lastError: null,
  createdAt: '2026-11-21T10:00:00.000Z',
  sentAt: null,
};

test('a pending message is deleted after a confirmation, but only while it cannot be sent', async () => {
  const actions: object[] = [];
  const show = (isBlocked: boolean) => (
    <InApp>
      <MessageRow message={pending} mode="smtp" isBlocked={isBlocked} onAction={(action) => actions.push(action)} />
    </InApp>
  );
  const { rerender } = render(show(false));
  const button = { name: 'Delete without sending: Reply to sender@example.org' };
  expect(screen.queryByRole('button', button)).toBeNull();
  rerender(show(true));
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', button));
  await user.click(await screen.findByRole('button', { name: 'Delete without sending' }));
  expect(actions).toEqual([{ do: 'dismiss', id: 'm1' }]);
});

import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Themed } from '../../test-render.tsx';
import { CorrectAddress } from './unsent-messages.tsx';

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

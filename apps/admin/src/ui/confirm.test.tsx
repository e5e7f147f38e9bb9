import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import './confirm-dialog.tsx';
import { Themed } from '../test-render.tsx';
import { ConfirmProvider, useConfirm } from './confirm.tsx';

function Asking({ onAnswer }: { onAnswer: (yes: boolean) => void }) {
  const confirm = useConfirm();
  return (
    <button type="button" onClick={async () => onAnswer(await confirm({ title: 'Sure?', action: 'Go on' }))}>
      Ask
    </button>
  );
}

test('a question with lazy code is answered, and returns the focus each time', async () => {
  const answers: boolean[] = [];
  render(
    <Themed>
      <ConfirmProvider>
        <Asking onAnswer={(yes) => answers.push(yes)} />
      </ConfirmProvider>
    </Themed>,
  );
  const button = screen.getByRole('button', { name: 'Ask' });
  for (const [press, answer] of [
    ['Cancel', false],
    ['Go on', true],
  ] as const) {
    button.focus();
    await act(async () => button.click());
    await screen.findByRole('dialog', { name: 'Sure?' });
    await userEvent.click(screen.getByRole('button', { name: press }));
    await waitFor(() => expect(document.activeElement).toBe(button));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(answers.at(-1)).toBe(answer);
  }
  expect(answers).toEqual([false, true]);
});

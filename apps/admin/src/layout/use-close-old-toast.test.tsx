import { useNavigate } from '@tanstack/react-router';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderRouted } from '../test-render.tsx';
import { ToastProvider, useToast } from '../ui/toast.tsx';
import { useCloseOldToast } from './use-close-old-toast.ts';

function Actions() {
  useCloseOldToast();
  const toast = useToast();
  const navigate = useNavigate();
  const go = (place: string) => navigate({ to: '.', search: { place } as never });
  const restore = async () => {
    toast({ text: 'Restored.' });
    await go('releases');
  };
  return (
    <>
      <button type="button" onClick={() => toast({ tone: 'danger', text: 'Refused.' })}>
        Fail
      </button>
      <button type="button" onClick={restore}>
        Restore
      </button>
      <button type="button" onClick={() => go('images')}>
        Images
      </button>
      <form data-takes-over="" onSubmit={(event) => event.preventDefault()}>
        <input aria-label="Title" />
      </form>
    </>
  );
}

const press = (name: string) => {
  const button = screen.getByRole('button', { name });
  fireEvent.pointerDown(button);
  fireEvent.click(button);
};

test('a message stays through the navigation of its own action, and closes with the next action of its user', async () => {
  renderRouted(() => (
    <ToastProvider>
      <Actions />
    </ToastProvider>
  ));
  await screen.findByRole('button', { name: 'Restore' });
  press('Restore');
  expect(await screen.findByText('Restored.')).toBeTruthy();
  press('Images');
  await waitFor(() => expect(screen.queryByText('Restored.')).toBeNull());
  press('Fail');
  expect(screen.getByRole('alert').textContent).toContain('Refused.');
  const title = screen.getByRole('textbox', { name: 'Title' });
  fireEvent.pointerDown(title);
  fireEvent.focusIn(title);
  // The form must not move between the press and the click.
  expect(screen.queryByRole('alert')).toBeTruthy();
  fireEvent.click(title);
  expect(screen.queryByRole('alert')).toBeNull();
  press('Fail');
  fireEvent.keyDown(title);
  fireEvent.focusIn(title);
  expect(screen.queryByRole('alert')).toBeNull();
});

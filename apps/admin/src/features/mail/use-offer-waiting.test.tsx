import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { InApp } from '../../test-render.tsx';
import '../../ui/confirm-dialog.tsx';
import { ToastProvider } from '../../ui/toast.tsx';
import { useOfferWaiting } from './use-offer-waiting.ts';

function Offer() {
  const offer = useOfferWaiting();
  return (
    <button type="button" onClick={offer}>
      Offer
    </button>
  );
}

/** Offers the messages with these states. Returns the bodies of the requests that send them. */
async function offer(states: string[]) {
  const sent: string[] = [];
  const asked = vi.fn(async (_address: string, { method = 'GET', body = '' } = {}) => {
    if (method === 'POST') sent.push(body);
    return Response.json({ success: true, messages: states.map((state) => ({ state })), next: null, sent: 2 });
  });
  vi.stubGlobal('fetch', asked);
  onTestFinished(() => void vi.unstubAllGlobals());
  render(
    <InApp>
      <ToastProvider>
        <Offer />
      </ToastProvider>
    </InApp>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Offer' }));
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  return { sent, user };
}

test('messages that were written while email was not set up are offered and sent together', async () => {
  const { sent, user } = await offer(['pending', 'written-to-disk']);
  await screen.findByRole('dialog', { name: 'Email works. Send the waiting messages?' });
  expect(sent).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Send now' }));
  await screen.findByText('2 messages are being sent.');
  expect(sent).toEqual([JSON.stringify({ state: 'written-to-disk' })]);
});

test('without waiting messages nothing is asked', async () => {
  const { sent } = await offer(['pending']);
  expect([screen.queryByRole('dialog'), sent]).toEqual([null, []]);
});

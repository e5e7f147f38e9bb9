import { screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { tokenKey } from '../../../api/client.ts';
import { SessionProvider, useSession } from '../../../session.tsx';
import { onlineClient, renderRouted } from '../../../test-render.tsx';
import { RemovedScreen } from './removed-screen.tsx';

const user = { _id: 'u1', name: 'Asha', email: 'asha@example.com', role: 'admin', status: 'active' };
const at = '2026-11-27T10:00:00.000Z';
const removed = {
  ...{ id: 1, section: 'cta', key: 'faq-rent', value: { question: 'Who pays?', answer: 'We do.' }, metadata: {} },
  ...{ version: 2, operation: 'delete', at, by: 'Asha' },
};
const discarded = { id: 2, section: 'insights', key: 'article-a', title: 'A note', summary: {}, at, by: 'Asha' };

/** The screen once its user is signed in. */
function SignedInScreen() {
  return useSession().state.status === 'signed-in' && <RemovedScreen />;
}

/** Renders the screen with a server that fails for one of its two lists. */
async function renderWithout(failing: 'removed' | 'discarded') {
  vi.stubGlobal('fetch', async (address: string | URL) => {
    if (String(address).includes(failing))
      return Response.json({ success: false, message: 'It broke.' }, { status: 500 });
    return Response.json({ success: true, user, removed: [removed], more: false, discarded: [discarded] });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  localStorage.setItem(tokenKey, 'token');
  const component = () => (
    <SessionProvider>
      <SignedInScreen />
    </SessionProvider>
  );
  renderRouted(component, onlineClient());
  const alert = await screen.findByRole('alert');
  return [alert.textContent, screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)];
}

test('removed items are shown if the discarded drafts cannot be loaded', async () => {
  expect(await renderWithout('discarded')).toEqual([
    expect.stringContaining('The discarded drafts could not be loaded.'),
    ['The discarded drafts could not be loaded.', 'Who pays?'],
  ]);
});

test('discarded drafts are shown if the removed items cannot be loaded', async () => {
  expect(await renderWithout('removed')).toEqual([
    expect.stringContaining('The removed items could not be loaded.'),
    ['The removed items could not be loaded.', 'A note'],
  ]);
});

import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import type { User } from '@threadline/schema/wire/user';
import { type ReactNode, Suspense } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { queryClient } from './api/query-client.ts';
import { contentKey } from './api/query-keys.ts';
import { LoginForm } from './features/auth/login-form.tsx';
import { getQueued, setQueued } from './features/content/saving/save-queue.ts';
import { useContentMutations } from './features/content/saving/use-content-mutations.ts';
import { UserForm } from './features/users/user-form.tsx';
import { SessionProvider, useSession } from './session.tsx';
import { Themed } from './test-render.tsx';

/** Responds with the signed-in user, and rejects every other request with this body. */
function refuseCalls(body: Record<string, unknown>): void {
  localStorage.setItem('token', 'any');
  vi.stubGlobal('fetch', async (address: string) =>
    String(address).endsWith('/auth/me')
      ? Response.json({ success: true, user: me })
      : Response.json({ success: false, code: 'internal', ...body }, { status: 500 }),
  );
  onTestFinished(() => {
    vi.unstubAllGlobals();
    queryClient.clear();
  });
}

function InApp({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <SessionProvider>
        <Themed>
          <OnceSignedIn>
            <Suspense>{children}</Suspense>
          </OnceSignedIn>
        </Themed>
      </SessionProvider>
    </QueryClientProvider>
  );
}

function OnceSignedIn({ children }: { children: ReactNode }) {
  return useSession().state.status === 'signed-in' && children;
}

const fill = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const me: User = {
  _id: 'u1',
  name: 'Owner',
  email: 'owner@example.com',
  role: 'super_admin',
  status: 'active',
  lastLogin: null,
  hasSecondFactor: false,
} as User;

async function signIn(): Promise<string | null> {
  render(<LoginForm onDone={() => undefined} />, { wrapper: InApp });
  await fill('Email', 'owner@example.com');
  await fill('Password', 'a long enough password');
  await act(async () => screen.getByRole('button', { name: 'Sign in' }).click());
  return (await screen.findByRole('alert')).textContent;
}

async function addUser(): Promise<string | null> {
  render(<UserForm user={undefined} me={me} onDone={() => undefined} />, { wrapper: InApp });
  await fill('Name', 'Editor');
  await fill('Email', 'editor@example.com');
  await fill('Password', 'a long enough password');
  await act(async () => screen.getByRole('button', { name: 'Add user' }).click());
  return (await screen.findByRole('alert')).textContent;
}

async function saveContent(): Promise<string | undefined> {
  const item = { section: 'hero', key: 'title', value: 'Old', type: 'text', metadata: {}, position: 0, version: 1 };
  queryClient.setQueryData(contentKey, { content: { hero: { title: item } }, revision: 1 });
  onTestFinished(() => setQueued('hero.title', undefined));
  const { result } = renderHook(() => useContentMutations(), { wrapper: InApp });
  await waitFor(() => expect(result.current).not.toBeNull());
  const change = { kind: 'save', section: 'hero', key: 'title', value: 'New', metadata: {}, version: 1 } as const;
  const edit = { text: { value: 'New', title: '' }, base: { value: 'Old', title: '' }, localId: 'hero.title' };
  await act(async () => void result.current.run(change, { edit }));
  await waitFor(() => expect(getQueued('hero.title')?.state).toBe('failed'));
  return getQueued('hero.title')?.message;
}

test.each([
  ['signing in', signIn, 'Login failed'],
  ['saving a user', addUser, 'An error occurred'],
  ['saving content', saveContent, 'Failed to update content. Please try again. Update failed'],
])('%s shows the specified sentence when the response has no message', async (_, attempt, sentence) => {
  refuseCalls({});
  expect(await attempt()).toBe(sentence);
});

test.each([
  ['signing in', signIn, 'It broke.'],
  ['saving a user', addUser, 'It broke.'],
  ['saving content', saveContent, 'Failed to update content. Please try again. It broke.'],
])('%s shows the message of the response', async (_, attempt, sentence) => {
  refuseCalls({ message: 'It broke.' });
  expect(await attempt()).toBe(sentence);
});

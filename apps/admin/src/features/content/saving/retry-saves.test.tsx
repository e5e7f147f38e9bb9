import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import type { User } from '@threadline/schema/wire/user';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { tokenKey } from '../../../api/client.ts';
import { SessionProvider, useSession } from '../../../session.tsx';
import { logActivity, useActivity } from '../../../store/activity-log.ts';
import { addLastChange, getLastChange } from '../../../store/last-changes.ts';
import { hasUnsaved } from '../../../store/unsaved.ts';
import { Themed } from '../../../test-render.tsx';
import { OfflineNotice } from '../../../ui/offline-notice.tsx';
import { ToastProvider } from '../../../ui/toast.tsx';
import { RetrySaves } from './retry-saves.tsx';
import { getQueued, setQueued } from './save-queue.ts';

const owner = { _id: 'one', name: 'Editor One' };
const colleague = { _id: 'two', name: 'Editor Two' };
const title = { section: 'hero', key: 'title', value: 'Build it', metadata: {}, version: 1 };
const subtitle = { ...title, key: 'subtitle', value: 'In weeks' };

afterEach(() => void vi.unstubAllGlobals());

interface Sent {
  path: string;
  body: unknown;
}

/** A server with the signed-in users that responds to saves as specified. */
function stubServer({ answer }: { answer: (sent: Sent) => Response | Promise<Response> }) {
  const server = { sent: [] as Sent[], pings: 0, user: owner, isUp: true };
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const path = new URL(address, 'http://localhost').pathname;
    if (path === '/api/livez') {
      server.pings += 1;
      return Response.json({}, { status: server.isUp ? 200 : 503 });
    }
    if (init?.method !== 'PUT') return Response.json({ success: true, user: server.user });
    const sent = { path, body: JSON.parse(String(init.body)) };
    server.sent.push(sent);
    return answer(sent);
  });
  return server;
}

function queueSave({ section, key, value, metadata, version }: typeof title, who = owner) {
  const change = { kind: 'save', section, key, value, metadata, version } as const;
  const id = `${section}.${key}`;
  const edit = { text: { value, title: '' }, base: undefined, localId: id };
  setQueued(id, { change, state: 'pending', message: 'The server did not answer.', edit }, who);
  onTestFinished(() => setQueued(id, undefined, who));
}

function Session({ onSession }: { onSession: (session: ReturnType<typeof useSession>) => void }) {
  onSession(useSession());
  return null;
}

async function renderQueue() {
  localStorage.setItem(tokenKey, 'token');
  const view = { session: undefined as ReturnType<typeof useSession> | undefined };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider>
        <Themed>
          <ToastProvider>
            <Session
              onSession={(session) => {
                view.session = session;
              }}
            />
            <OfflineNotice storesTexts={undefined} />
            <RetrySaves />
          </ToastProvider>
        </Themed>
      </SessionProvider>
    </QueryClientProvider>,
  );
  await waitFor(() => expect(view.session?.state.status).toBe('signed-in'));
  const signIn = (user: typeof owner) => act(async () => view.session?.begin({ token: 'token', user: user as User }));
  return { signIn };
}

/** The browser is online again: the queue does not wait for its pause. */
const comeOnline = () => act(() => void window.dispatchEvent(new Event('online')));

const accept = ({ body }: Sent) =>
  Response.json({ success: true, item: { ...title, ...(body as object), version: 2 } });

test('a pending save is sent and announced without the content screen', async () => {
  const server = stubServer({ answer: accept });
  queueSave(title);
  await renderQueue();
  comeOnline();
  await waitFor(() => expect(getQueued('hero.title')).toBeUndefined());
  expect(server.sent).toEqual([{ path: '/api/content/hero/title', body: { value: 'Build it', metadata: {} } }]);
  expect(await screen.findByText(/^Saved now:/)).toBeTruthy();
});

test('a rejected pending save is reported and stays in the queue', async () => {
  const problem = { success: false, code: 'validation-failed', message: 'Too long.', errors: [] };
  stubServer({ answer: () => Response.json(problem, { status: 422 }) });
  queueSave(title);
  await renderQueue();
  comeOnline();
  await waitFor(() => expect(getQueued('hero.title')?.state).toBe('failed'));
  expect(await screen.findByText(/Content Management shows the reason/)).toBeTruthy();
  expect(getQueued('hero.title')?.edit?.text.value).toBe('Build it');
});

test('a save of one user is not sent while another is signed in, is announced, and is sent when its owner returns', async () => {
  const server = stubServer({ answer: accept });
  queueSave(title);
  queueSave(subtitle, colleague);
  server.isUp = false;
  const { signIn } = await renderQueue();
  const inverse = { kind: 'remove', section: 'hero', key: 'title', version: 1 } as const;
  addLastChange({ inverse, description: 'it', isUndo: false, revision: 1, versionsBefore: {} });
  logActivity({ text: 'the change of “Headline”', place: title });
  await signIn(colleague);
  server.isUp = true;
  comeOnline();
  await waitFor(() => expect(getQueued('hero.subtitle', colleague)).toBeUndefined());
  expect(server.sent.map(({ path }) => path)).toEqual(['/api/content/hero/subtitle']);
  expect(screen.getByText('1 change by Editor One is not saved.').closest('[role=status]')?.textContent).toContain(
    'stored on this device until Editor One signs in here again',
  );
  expect(hasUnsaved()).toBe(false);
  expect(getLastChange()?.description).not.toBe('it');
  expect(renderHook(() => useActivity()).result.current.map((each) => 'place' in each && each.place.key)).toEqual([
    'subtitle',
  ]);

  await signIn(owner);
  expect(hasUnsaved()).toBe(true);
  expect(screen.queryByText(/is not saved\.$/)).toBeNull();
  comeOnline();
  await waitFor(() => expect(getQueued('hero.title')).toBeUndefined());
  expect(server.sent.map(({ path }) => path)).toEqual(['/api/content/hero/subtitle', '/api/content/hero/title']);
  expect(hasUnsaved()).toBe(false);
});

test('a response that arrives after another user has signed in changes nothing of theirs', async () => {
  const { promise, resolve: answer } = Promise.withResolvers<Response>();
  const server = stubServer({ answer: () => promise });
  queueSave(title);
  const { signIn } = await renderQueue();
  comeOnline();
  await waitFor(() => expect(server.sent).toHaveLength(1));
  await signIn(colleague);
  answer(accept(server.sent[0] as Sent));
  await waitFor(() => expect(getQueued('hero.title', owner)).toBeUndefined());
  expect(getLastChange()).toBeUndefined();
  expect(renderHook(() => useActivity()).result.current).toEqual([]);
  expect(screen.queryByText(/^Saved now:/)).toBeNull();
});

test('an online event during an attempt starts no second one', async () => {
  const { promise, resolve: answer } = Promise.withResolvers<Response>();
  const server = stubServer({ answer: () => promise });
  queueSave(title);
  await renderQueue();
  comeOnline();
  await waitFor(() => expect(server.sent).toHaveLength(1));
  const { pings } = server;
  comeOnline();
  comeOnline();
  await new Promise((resolve) => setImmediate(resolve)); // a request goes out in a later turn
  expect(server.pings).toBe(pings);
  answer(accept(server.sent[0] as Sent));
  await waitFor(() => expect(getQueued('hero.title')).toBeUndefined());
  expect(server.sent).toHaveLength(1);
});

// Other versions than above: an edit based on a version that this window has replaced starts from the saved one.
const [seventh, eighth] = [
  { ...title, version: 7 },
  { ...subtitle, version: 8 },
];

test('several pending saves are sent in one request', async () => {
  const items = [seventh, eighth].map((item) => ({ ...item, version: 9 }));
  const server = stubServer({ answer: () => Response.json({ success: true, items, revision: 2 }) });
  queueSave(seventh);
  queueSave(eighth);
  await renderQueue();
  comeOnline();
  await waitFor(() => expect([getQueued('hero.title'), getQueued('hero.subtitle')]).toEqual([undefined, undefined]));
  expect(server.sent).toEqual([{ path: '/api/content/bulk', body: { updates: [seventh, eighth] } }]);
});

test('when one of several saves is rejected, each is sent separately and has its own reason', async () => {
  const conflict = {
    success: false,
    code: 'conflict',
    message: 'The item has changed since you opened it.',
    errors: [],
  };
  const server = stubServer({
    answer: (sent) =>
      sent.path.endsWith('/bulk') || sent.path.endsWith('/subtitle')
        ? Response.json(conflict, { status: 409 })
        : accept(sent),
  });
  queueSave(seventh);
  queueSave(eighth);
  await renderQueue();
  comeOnline();
  await waitFor(() => expect(getQueued('hero.title')).toBeUndefined());
  await waitFor(() =>
    expect(getQueued('hero.subtitle')?.message).toContain('The item has changed since you opened it.'),
  );
  expect(server.sent.map(({ path }) => path)).toEqual([
    '/api/content/bulk',
    '/api/content/hero/title',
    '/api/content/hero/subtitle',
  ]);
});

test("a bulk save that fails without a message says 'Bulk update failed'", async () => {
  stubServer({ answer: () => Response.json({ success: false }, { status: 500 }) });
  queueSave(seventh);
  queueSave(eighth);
  await renderQueue();
  comeOnline();
  await waitFor(() =>
    expect(['hero.title', 'hero.subtitle'].map((id) => getQueued(id)?.message)).toEqual([
      'Failed to update content. Please try again. Bulk update failed',
      'Failed to update content. Please try again. Bulk update failed',
    ]),
  );
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tokenKey } from '../../api/client.ts';
import { waitForRestore } from './wait-for-restore.ts';

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.setItem(tokenKey, 'expired');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** A server that refuses the expired token, and renews it or refuses that as well. */
function stubServer(refreshStatus: 200 | 401) {
  const lastRestore = { id: 'b', at: '2026-11-21T10:00:00.000Z', problem: 'The backup is damaged.' };
  const answer = async (address: string, { headers }: RequestInit = {}) => {
    if (address.endsWith('/refresh'))
      return Response.json({ success: true, token: 'renewed' }, { status: refreshStatus });
    if (new Headers(headers).get('authorization') !== 'Bearer renewed') return Response.json({}, { status: 401 });
    return Response.json({ success: true, backups: [], lastRestore });
  };
  vi.stubGlobal('fetch', vi.fn(answer));
}

/** Returns how the wait ends: the message of its error, or "restored". */
async function waitForOutcome(): Promise<string> {
  const outcome = waitForRestore(undefined).then(
    () => 'restored',
    (error: Error) => error.message,
  );
  await vi.advanceTimersByTimeAsync(5000);
  return outcome;
}

test('an expired token is renewed during a restore, whose failure is then reported', async () => {
  stubServer(200);
  expect(await waitForOutcome()).toBe('The backup was not restored. The backup is damaged.');
});

test('a restore has succeeded when the server has ended the session', async () => {
  stubServer(401);
  expect(await waitForOutcome()).toBe('restored');
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { password } from '../../test/account-scene.ts';
import { createLeadScene } from '../../test/lead-scene.ts';
import { send } from '../../test/test-app.ts';
import { auditLog } from '../platform/db/schema/core.ts';
import { maxDelayedAttempts, maxFreeFailures } from './guess-limit.ts';

const owner = 'owner@example.org';

// The rate limits have no clock of their own to pass in.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T10:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The whole API with one account. Each try comes from a network of its own. */
async function createGuessedScene() {
  const scene = createLeadScene();
  await scene.addUser('Owner', 'super_admin');
  let networks = 0;
  const login = (email: string, given: string) => {
    networks += 1;
    const address = `198.51.${networks >> 8}.${networks & 255}`;
    return send(scene.app, '/api/auth/login', { body: { email, password: given }, address });
  };
  const fail = async (times: number, email = owner) => {
    for (let count = 0; count < times; count += 1) expect((await login(email, 'not-this-one')).status).toBe(401);
  };
  const notices = () => scene.mails().filter(({ kind }) => kind === 'failed-sign-ins');
  const entries = () =>
    scene.deps.db
      .select()
      .from(auditLog)
      .all()
      .filter(({ action }) => action === 'user.guessed');
  return { ...scene, login, fail, notices, entries, waits: scene.deps.waits };
}

test('after 20 failed tries in an hour, from many networks, the owner gets one mail and the audit log one entry', async () => {
  const scene = await createGuessedScene();
  await scene.fail(maxFreeFailures - 1);
  expect([scene.notices(), scene.entries()]).toEqual([[], []]);
  await scene.fail(10);
  expect(scene.notices()).toMatchObject([{ recipient: owner, state: 'pending' }]);
  expect(scene.entries()).toMatchObject([{ subject: owner, byId: null }]);
  const [row] = scene.notices();
  const { subject, text } = scene.services.composeMail(row as NonNullable<typeof row>);
  expect(subject).toMatch(/^Failed sign-ins to your account at /);
  expect(text).toContain('20 wrong passwords');
});

test('after that each try costs a second, a right one too, and signs in all the same', async () => {
  const scene = await createGuessedScene();
  await scene.fail(maxFreeFailures);
  expect(scene.waits).toEqual([]);
  await scene.fail(1);
  expect(scene.waits).toEqual([1000]);
  expect((await scene.login(owner, password)).status).toBe(200);
  expect(scene.waits).toEqual([1000, 1000]);
});

test('other accounts are not slowed down', async () => {
  const scene = await createGuessedScene();
  await scene.addUser('Editor');
  await scene.fail(maxFreeFailures + 1);
  expect((await scene.login('editor@example.org', password)).status).toBe(200);
  expect(scene.waits).toEqual([1000]);
});

test('an address without an account is slowed down in the same way, without mail and without an entry', async () => {
  const scene = await createGuessedScene();
  await scene.fail(maxFreeFailures + 2, 'nobody@example.org');
  expect(scene.waits).toEqual([1000, 1000]);
  expect([scene.notices(), scene.entries()]).toEqual([[], []]);
});

test('an hour later tries are fast again; another series within a day is in the log, but sends no second mail', async () => {
  const scene = await createGuessedScene();
  await scene.fail(maxFreeFailures);
  vi.setSystemTime(Date.now() + 3_600_001);
  await scene.fail(maxFreeFailures);
  expect(scene.waits).toEqual([]);
  expect([scene.notices().length, scene.entries().length]).toEqual([1, 2]);
  vi.setSystemTime(Date.now() + 24 * 3_600_000);
  await scene.fail(maxFreeFailures);
  expect([scene.notices().length, scene.entries().length]).toEqual([2, 3]);
});

test('right passwords do not count as failed tries', async () => {
  const scene = await createGuessedScene();
  for (let count = 0; count < maxFreeFailures + 1; count += 1) {
    expect((await scene.login(owner, password)).status).toBe(200);
  }
  expect(scene.waits).toEqual([]);
});

test('only so many tries wait at a time; the next one is asked to come back, and other accounts sign in', async () => {
  const scene = await createGuessedScene();
  await scene.addUser('Editor');
  await scene.fail(maxFreeFailures);
  const release = scene.deps.holdWaits();
  const waiting: ReturnType<typeof scene.login>[] = [];
  for (let count = 0; count < maxDelayedAttempts; count += 1) {
    waiting.push(scene.login(owner, 'not-this-one'));
    // One after the other: too many at once would be refused by the queue of the password hashes.
    await vi.waitFor(() => expect(scene.waits).toHaveLength(count + 1));
  }
  const refused = await scene.login(owner, password);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
  expect((await scene.login('editor@example.org', password)).status).toBe(200);
  release();
  const statuses = (await Promise.all(waiting)).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 401 && status !== 503)).toEqual([]);
  expect((await scene.login(owner, password)).status).toBe(200);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { password } from '../../test/account-fixture.ts';
import { createEnquiryFixture } from '../../test/enquiry-fixture.ts';
import { send } from '../../test/test-app.ts';
import { auditLog } from '../platform/db/schema/core.ts';
import { maxFreeFailures } from './guess-limit.ts';

const owner = 'owner@example.org';

// The rate limits have no clock of their own to pass in.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T10:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The whole API with one account. Each try comes from a network of its own. */
async function createGuessedFixture() {
  const fixture = createEnquiryFixture();
  await fixture.addUser('Owner', 'super_admin');
  let networks = 0;
  const login = (email: string, given: string) => {
    networks += 1;
    const address = `198.51.${networks >> 8}.${networks & 255}`;
    return send(fixture.app, '/api/auth/login', { body: { email, password: given }, address });
  };
  const fail = async (times: number, email = owner) => {
    for (let count = 0; count < times; count += 1) expect((await login(email, 'not-this-one')).status).toBe(401);
  };
  const notices = () => fixture.mails().filter(({ kind }) => kind === 'failed-sign-ins');
  const entries = () =>
    fixture.deps.db
      .select()
      .from(auditLog)
      .all()
      .filter(({ action }) => action === 'user.guessed');
  return { ...fixture, login, fail, notices, entries, waits: fixture.deps.waits };
}

test('after 20 failed tries in an hour, from many networks, the owner gets one mail and the audit log one entry', async () => {
  const fixture = await createGuessedFixture();
  await fixture.fail(maxFreeFailures - 1);
  expect([fixture.notices(), fixture.entries()]).toEqual([[], []]);
  await fixture.fail(10);
  expect(fixture.notices()).toMatchObject([{ recipient: owner, state: 'pending' }]);
  expect(fixture.entries()).toMatchObject([{ subject: owner, byId: null }]);
  const [row] = fixture.notices();
  const { subject, text } = fixture.services.composeMail(row as NonNullable<typeof row>);
  expect(subject).toMatch(/^Failed sign-ins to your account at /);
  expect(text).toContain('20 wrong passwords');
});

test('after that each try costs a second, a right one too, and signs in all the same', async () => {
  const fixture = await createGuessedFixture();
  await fixture.fail(maxFreeFailures);
  expect(fixture.waits).toEqual([]);
  await fixture.fail(1);
  expect(fixture.waits).toEqual([1000]);
  expect((await fixture.login(owner, password)).status).toBe(200);
  expect(fixture.waits).toEqual([1000, 1000]);
});

test('other accounts are not slowed down', async () => {
  const fixture = await createGuessedFixture();
  await fixture.addUser('Editor');
  await fixture.fail(maxFreeFailures + 1);
  expect((await fixture.login('editor@example.org', password)).status).toBe(200);
  expect(fixture.waits).toEqual([1000]);
});

test('an address without an account is slowed down in the same way, without mail and without an entry', async () => {
  const fixture = await createGuessedFixture();
  await fixture.fail(maxFreeFailures + 2, 'nobody@example.org');
  expect(fixture.waits).toEqual([1000, 1000]);
  expect([fixture.notices(), fixture.entries()]).toEqual([[], []]);
});

test('an hour later tries are fast again; another series within a day is in the log, but sends no second mail', async () => {
  const fixture = await createGuessedFixture();
  await fixture.fail(maxFreeFailures);
  vi.setSystemTime(Date.now() + 3_600_001);
  await fixture.fail(maxFreeFailures);
  expect(fixture.waits).toEqual([]);
  expect([fixture.notices().length, fixture.entries().length]).toEqual([1, 2]);
  vi.setSystemTime(Date.now() + 24 * 3_600_000);
  await fixture.fail(maxFreeFailures);
  expect([fixture.notices().length, fixture.entries().length]).toEqual([2, 3]);
});

test('right passwords do not count as failed tries', async () => {
  const fixture = await createGuessedFixture();
  for (let count = 0; count < maxFreeFailures + 1; count += 1) {
    expect((await fixture.login(owner, password)).status).toBe(200);
  }
  expect(fixture.waits).toEqual([]);
});

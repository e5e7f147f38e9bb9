import { expect, test } from 'vitest';
import { createEnquiryFixture } from '../../test/enquiry-fixture.ts';
import { startMailServer } from '../../test/mail-server.ts';
import { send } from '../../test/test-app.ts';
import { hourMs, minuteMs } from '../platform/durations.ts';

/** Creates a password link for one user and an invitation for another; nothing is sent yet. */
async function createLinks(env: Record<string, string> = {}) {
  const fixture = createEnquiryFixture(env);
  const editor = await fixture.addUser('Editor');
  const make = async (path: string, body?: unknown): Promise<string> =>
    (await fixture.call(path, { method: 'POST', body })).body.link.split('#')[1];
  const tokens = {
    reset: await make(`/api/auth/users/${editor._id}/link`),
    invitation: await make('/api/auth/invitations', { name: 'New', email: 'new@example.org' }),
  };
  const works = async (token: string) =>
    (await send(fixture.app, '/api/auth/links/check', { body: { token } })).status === 200;
  const state = async () => ({ reset: await works(tokens.reset), invitation: await works(tokens.invitation) });
  const sent = () => fixture.mails().map((mail) => [mail.state, mail.lastError]);
  return { ...fixture, tokens, state, sent };
}

const tooOld = 'Its link is too old. Make a new one.';
const gone = 'Its link was used, replaced or withdrawn. Make a new one.';

test('to send the message of a link again revives nothing, and the message says why it is not sent [F7]', async () => {
  const { call, deps, sent, services, state } = await createLinks();
  await services.jobs.runDue();
  expect(sent()).toEqual([
    ['written-to-disk', null],
    ['written-to-disk', null],
  ]);
  deps.clock.advance(20 * minuteMs);
  await call('/api/outbox/retry', { body: { state: 'written-to-disk' } });
  await services.jobs.runDue();
  deps.clock.advance(10 * minuteMs);
  expect(await state()).toEqual({ reset: false, invitation: true });
  await call('/api/outbox/retry', { body: { state: 'written-to-disk' } });
  await services.jobs.runDue();
  expect(await state()).toEqual({ reset: false, invitation: true });
  expect(sent()).toEqual([
    ['failed', tooOld],
    ['written-to-disk', null],
  ]);
  deps.clock.advance(72 * hourMs);
  for (const body of [{ state: 'failed' }, { state: 'written-to-disk' }]) await call('/api/outbox/retry', { body });
  await services.jobs.runDue();
  expect(await state()).toEqual({ reset: false, invitation: false });
  expect((await call('/api/outbox')).body.messages).toMatchObject([
    { kind: 'invitation', state: 'failed', lastError: tooOld },
    { kind: 'password-reset', state: 'failed', lastError: tooOld },
  ]);
});

test.each([
  { hours: 5, reset: true, invitation: true },
  { hours: 6, reset: false, invitation: true },
  { hours: 72, reset: false, invitation: false },
])('a message that waited for $hours hours is only sent with a link that works', async ({ hours, ...works }) => {
  const { deps, sent, services, state } = await createLinks();
  deps.clock.advance(hours * hourMs);
  await services.jobs.runDue();
  expect(await state()).toEqual(works);
  expect(sent()).toEqual(
    [works.reset, works.invitation].map((ok) => (ok ? ['written-to-disk', null] : ['failed', tooOld])),
  );
});

test('a link whose message came late ends six hours after it was made, not later', async () => {
  const { deps, services, state } = await createLinks();
  deps.clock.advance(6 * hourMs - minuteMs);
  await services.jobs.runDue();
  expect((await state()).reset).toBe(true);
  deps.clock.advance(minuteMs);
  expect((await state()).reset).toBe(false);
});

test('a message that the mail server first refuses and later accepts starts its link once', async () => {
  const server = await startMailServer();
  const { call, deps, services, state } = await createLinks({ SMTP_URL: server.url });
  try {
    server.faults.push('refuse');
    await services.jobs.runDue();
    deps.clock.advance(hourMs);
    await call('/api/outbox/retry', { body: { state: 'failed' } });
    await services.jobs.runDue();
    expect((await state()).reset).toBe(true);
    deps.clock.advance(30 * minuteMs);
    expect((await state()).reset).toBe(false);
    expect(server.taken).toHaveLength(2);
  } finally {
    await services.jobs.stop();
    await server.stop();
  }
});

test('the message of a link that was used or replaced is not sent, nor offered to be sent again', async () => {
  const { app, call, sent, services, tokens } = await createLinks();
  await send(app, '/api/auth/links/accept', { body: { token: tokens.reset, password: 'another-one-9' } });
  await services.jobs.runDue();
  expect(sent()[0]).toEqual(['failed', gone]);
  const { body } = await call('/api/auth/users');
  const invited = body.users.find(({ status }: { status: string }) => status === 'invited');
  await call(`/api/auth/users/${invited._id}/link`, { method: 'POST' });
  await call('/api/outbox/retry', { body: { state: 'written-to-disk' } });
  await services.jobs.runDue();
  const unsent = ['written-to-disk', null];
  expect(sent()).toEqual([['failed', gone], ['dismissed', null], unsent, unsent]);
});

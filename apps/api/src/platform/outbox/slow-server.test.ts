import { expect, onTestFinished, test } from 'vitest';
import { createEnquiryFixture } from '../../../test/enquiry-fixture.ts';
import { startMailServer } from '../../../test/mail-server.ts';
import { send } from '../../../test/test-app.ts';
import { dataLinks } from '../db/schema/privacy.ts';

const sender = 'sender@example.org';
const corrected = 'corrected@example.org';

async function createFixture() {
  const server = await startMailServer();
  const fixture = createEnquiryFixture({ SMTP_URL: server.url, LEADS_TO: 'team@mills.test' });
  const { services, call, app, newsletterToken } = fixture;
  onTestFinished(services.jobs.stop);
  onTestFinished(server.stop);
  return {
    ...fixture,
    server,
    erase: async () => void services.eraser.erasePerson(sender, 'request', null),
    correct: async () => {
      const body = { email: sender, newEmail: corrected };
      expect((await call('/api/privacy/correct', { body })).status).toBe(200);
    },
    withdraw: async () => void services.person.withdraw(sender),
    join: () => send(app, '/api/newsletter', { body: { email: sender } }),
    leave: () => fixture.postForm(`/api/newsletter/unsubscribe?token=${newsletterToken()}`),
    /** Sends all messages, and runs an action while the server delays its answer to the message with this number. */
    async sendWhile(action: () => Promise<unknown>, number = 1) {
      for (let passed = 1; passed < number; passed++) server.holdNext().release();
      const paused = server.holdNext();
      const sending = services.jobs.runDue();
      await paused.arrived;
      await action();
      paused.release();
      await sending;
    },
    taken: () => server.taken.flatMap(({ to }) => to),
    states: () =>
      fixture.mails().map(({ kind, state, recipient }) => `${kind} to ${recipient || 'the team'}: ${state}`),
  };
}
type Fixture = Awaited<ReturnType<typeof createFixture>>;

test('a sender who is erased while another message is sent gets no message', async () => {
  const { receive, sendWhile, erase, taken, states } = await createFixture();
  await receive();
  await sendWhile(erase);
  expect(taken()).toEqual(['team@mills.test']);
  expect(states()).toEqual([]);
});

test('an address corrected while another message is sent gets its message', async () => {
  const { receive, sendWhile, correct, taken, states } = await createFixture();
  await receive();
  await sendWhile(correct);
  expect(taken()).toEqual(['team@mills.test', corrected]);
  expect(states()).toEqual(['notification to the team: sent', `acknowledgement to ${corrected}: sent`]);
});

test('a sender who withdraws consent while another message is sent gets no reply', async () => {
  const { call, receive, sendWhile, withdraw, taken } = await createFixture();
  const { id } = await receive();
  await call(`/api/enquiries/${id}/reply`, { body: { subject: 'Mills', text: 'We can help.' } });
  await sendWhile(withdraw);
  expect(taken()).toEqual(['team@mills.test']);
});

test.each<[string, (fixture: Fixture) => Promise<unknown>]>([
  ['leaves', ({ leave }) => leave()],
  ['withdraws', ({ withdraw }) => withdraw()],
  ['is erased', ({ erase }) => erase()],
])('a subscriber who %s while another message is sent is not asked to confirm', async (_name, act) => {
  const fixture = await createFixture();
  await fixture.receive({ email: 'other@example.org' });
  await fixture.join();
  await fixture.sendWhile(() => act(fixture));
  expect(fixture.taken()).toEqual(['team@mills.test', 'other@example.org']);
  expect(fixture.states()).toHaveLength(2);
});

test('a message sent during a correction keeps its recipient and still belongs to the person', async () => {
  const { call, receive, sendWhile, correct, taken, states } = await createFixture();
  const { id } = await receive();
  await sendWhile(correct, 2);
  expect(taken()).toEqual(['team@mills.test', sender]);
  expect(states()[1]).toBe(`acknowledgement to ${sender}: sent`);
  expect((await call(`/api/enquiries/${id}`)).body.enquiry.messages[1]).toMatchObject({ to: sender, state: 'sent' });
  const { data } = (await call('/api/privacy/find', { body: { email: corrected } })).body;
  expect(data.messages).toMatchObject([{ kind: 'acknowledgement' }]);
});

test('a message sent before a correction keeps its recipient', async () => {
  const { receive, services, correct, states } = await createFixture();
  await receive();
  await services.jobs.runDue();
  await correct();
  expect(states()[1]).toBe(`acknowledgement to ${sender}: sent`);
});

test('a message refused during a correction is sent to the corrected address', async () => {
  const { receive, server, sendWhile, correct, taken, mails } = await createFixture();
  await receive();
  await sendWhile(async () => {
    await correct();
    server.faults.push('refuse');
  }, 2);
  expect(taken()).toEqual(['team@mills.test', corrected]);
  expect(mails()[1]).toMatchObject({ recipient: corrected, state: 'sent', attempts: 1, lastError: null });
});

test('a message sent before the withdrawal is not shown as stopped', async () => {
  const { receive, sendWhile, withdraw, states } = await createFixture();
  await receive();
  await sendWhile(withdraw, 2);
  expect(states()[1]).toBe(`acknowledgement to ${sender}: sent`);
});

test.each(['refuse', 'put-off', 'reset'] as const)(
  'a message stopped during a failed attempt stays stopped: %s',
  async (fault) => {
    const { receive, server, sendWhile, withdraw, mails } = await createFixture();
    await receive();
    await sendWhile(async () => {
      await withdraw();
      server.faults.push(fault);
    }, 2);
    expect(mails()[1]).toMatchObject({ state: 'dismissed', attempts: 0, lastError: 'Consent was withdrawn.' });
  },
);

test('a message cannot be deleted while it is being sent, but afterwards if it was not sent', async () => {
  const { call, receive, server, sendWhile, taken, states, deps, services } = await createFixture();
  const { id } = await receive();
  await services.jobs.runDue();
  await call(`/api/enquiries/${id}/reply`, { body: { subject: 'Mills', text: 'We can help.' } });
  const [reply] = (await call('/api/outbox')).body.messages;
  const dismiss = () => call(`/api/outbox/${reply.id}/dismiss`, { method: 'POST' });
  const status = async () => (await call(`/api/enquiries/${id}`)).body.enquiry.status;
  await sendWhile(async () => {
    const refused = await dismiss();
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This message is being sent at this moment. Try again in a minute if it is still in the outbox.',
    ]);
    server.faults.push('put-off');
  });
  expect([states()[2], await status()]).toEqual([`reply to ${sender}: pending`, 'replied']);
  expect((await dismiss()).status).toBe(200);
  deps.clock.advance(3_600_000);
  await services.jobs.runDue();
  expect([states()[2], await status()]).toEqual([`reply to ${sender}: dismissed`, 'read']);
  expect(taken()).toEqual(['team@mills.test', sender]);
});

test('a message whose deletion was refused while it was being sent is sent, and answers its enquiry', async () => {
  const { call, receive, sendWhile, states, services } = await createFixture();
  const { id } = await receive();
  await services.jobs.runDue();
  await call(`/api/enquiries/${id}/reply`, { body: { subject: 'Mills', text: 'We can help.' } });
  const [reply] = (await call('/api/outbox')).body.messages;
  await sendWhile(async () => {
    const seen = { status: 'replied', answeredAt: null };
    const body = { subject: 'Mills', text: 'We can help you.', replaces: [reply.id], seen };
    expect((await call(`/api/outbox/${reply.id}/dismiss`, { method: 'POST' })).status).toBe(409);
    expect((await call(`/api/enquiries/${id}/reply`, { body })).status).toBe(409);
  });
  expect(states().slice(2)).toEqual([`reply to ${sender}: sent`]);
  expect((await call(`/api/enquiries/${id}`)).body.enquiry).toMatchObject({ status: 'replied', replyPending: false });
});

test('a message erased during its delivery leaves no row', async () => {
  const { receive, sendWhile, erase, taken, states } = await createFixture();
  await receive();
  await sendWhile(erase, 2);
  expect(taken()).toEqual(['team@mills.test', sender]);
  expect(states()).toEqual([]);
});

test('a failed request to confirm is not sent again after its address has unsubscribed', async () => {
  const { call, deps, join, leave, server, services, taken, mails } = await createFixture();
  await join();
  server.faults.push('refuse');
  await services.jobs.runDue();
  deps.clock.advance(60_000);
  await leave();
  await call('/api/outbox/retry', { body: { state: 'failed' } });
  await services.jobs.runDue();
  expect(taken()).toEqual([]);
  expect(mails()).toMatchObject([{ state: 'dismissed', lastError: 'This address has unsubscribed.' }]);
});

test.each<[string, (fixture: Fixture) => unknown]>([
  ['was deleted', ({ deps }) => deps.db.delete(dataLinks).run()],
  ['belongs to another address', ({ correct }) => correct()],
])('a link to personal data is not sent if it %s', async (_name, act) => {
  const fixture = await createFixture();
  await fixture.receive();
  await fixture.postForm('/api/my-data', 'email=sender%40example.org');
  expect(fixture.mails()).toHaveLength(3);
  await act(fixture);
  await fixture.services.jobs.runDue();
  const subjects = (await fixture.server.messages()).map(({ subject }) => subject);
  expect(subjects).toEqual([expect.stringMatching(/^New enquiry/), expect.stringMatching(/^We have your enquiry/)]);
  expect(fixture.mails()[2]).toMatchObject({
    kind: 'my-data',
    state: 'dismissed',
    lastError: 'Its link is no longer valid.',
  });
});

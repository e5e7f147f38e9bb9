import { expect, onTestFinished, test } from 'vitest';
import { createLeadScene } from '../../test/lead-scene.ts';
import { startMailServer } from '../../test/mail-server.ts';
import { endOfRetention } from '../enquiries/retention.ts';
import { auditLog } from '../platform/db/schema/core.ts';
import { dayMs } from '../platform/durations.ts';

const monthMs = 30.5 * dayMs;

type Scene = ReturnType<typeof createLeadScene>;

/** As the person does it, by the link. */
async function withdraw(scene: Scene): Promise<void> {
  await scene.postForm('/api/my-data', 'email=sender%40example.org');
  const { status } = await scene.postForm(`/api/my-data/withdraw?token=${scene.myDataToken()}`);
  expect(status).toBe(200);
}

const statesOf = ({ mails }: Scene) => mails().map(({ kind, state }) => `${kind} ${state}`);
const reply = (scene: Scene, id: string) =>
  scene.call(`/api/enquiries/${id}/reply`, { body: { subject: 'Your enquiry', text: 'Hello.' } });
const readOne = async (scene: Scene, id: string) => (await scene.call(`/api/enquiries/${id}`)).body.enquiry;

test('an enquiry says since when its sender wants no answer, and waits for none', async () => {
  const scene = createLeadScene();
  const { id, reference } = await scene.receive();
  const other = await scene.receive({ email: 'other@example.org' });
  expect(await readOne(scene, id)).toMatchObject({ status: 'new', withdrawnAt: null });
  await withdraw(scene);
  const withdrawnAt = scene.deps.now().toISOString();
  expect(await readOne(scene, id)).toMatchObject({ status: 'closed', answeredAt: null, withdrawnAt });
  expect(await readOne(scene, other.id)).toMatchObject({ status: 'new', withdrawnAt: null });
  const closed = scene.deps.db
    .select()
    .from(auditLog)
    .all()
    .filter(({ action }) => action === 'enquiry.closed');
  expect(closed).toMatchObject([{ byId: null, subject: reference }]);
  // Whoever writes again agrees again.
  expect((await readOne(scene, (await scene.receive({ message: 'Another matter.' })).id)).withdrawnAt).toBeNull();
});

test('nothing that waited for the sender is sent, nor can it be sent again', async () => {
  const mailServer = await startMailServer();
  onTestFinished(mailServer.stop);
  const scene = createLeadScene({ SMTP_URL: mailServer.url, LEADS_TO: 'team@mills.test' });
  const { id } = await scene.receive();
  await reply(scene, id);
  await withdraw(scene);
  expect(statesOf(scene)).toEqual([
    'notification pending',
    'acknowledgement dismissed',
    'reply dismissed',
    'my-data pending',
  ]);
  expect(await readOne(scene, id)).toMatchObject({ status: 'closed', answeredAt: null });
  for (const { id } of scene.mails()) await scene.call(`/api/outbox/${id}/retry`, { method: 'POST' });
  await scene.services.jobs.runDue();
  const subjects = (await mailServer.messages()).map(({ subject }) => subject);
  expect(subjects).toEqual([expect.stringMatching(/^New enquiry/), expect.stringMatching(/^Your details/)]);
});

test('a message that is on its way when the consent ends is stopped at the last look', async () => {
  const mailServer = await startMailServer();
  onTestFinished(mailServer.stop);
  const scene = createLeadScene({ SMTP_URL: mailServer.url });
  const { id } = await scene.receive();
  await reply(scene, id);
  scene.deps.db.$client.exec("update enquiries set withdrawn_at = '2026-11-21T10:00:00.000Z'");
  await scene.services.jobs.runDue();
  expect(statesOf(scene)).toEqual(['notification sent', 'acknowledgement dismissed', 'reply dismissed']);
  expect(scene.mails().map(({ lastError }) => lastError)).toEqual([
    null,
    'Consent was withdrawn.',
    'Consent was withdrawn.',
  ]);
});

test('a reply after the withdrawal is refused, but for a client’s file', async () => {
  const scene = createLeadScene();
  const { id } = await scene.receive();
  await withdraw(scene);
  await scene.token();
  const before = scene.footprint();
  const refused = await reply(scene, id);
  expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('withdrew consent on')]);
  expect(scene.footprint()).toEqual(before);
  await scene.call(`/api/enquiries/${id}`, { method: 'PATCH', body: { retainForClient: true } });
  expect((await reply(scene, id)).status).toBe(201);
});

test('a client’s file is marked, and goes on', async () => {
  const scene = createLeadScene();
  const { id } = await scene.receive();
  await scene.call(`/api/enquiries/${id}`, { method: 'PATCH', body: { retainForClient: true } });
  await withdraw(scene);
  expect(await readOne(scene, id)).toMatchObject({ status: 'new', withdrawnAt: scene.deps.now().toISOString() });
  expect(statesOf(scene)).toContain('acknowledgement pending');
});

test('spam that is rescued after the withdrawal writes to nobody', async () => {
  const scene = createLeadScene();
  const { id } = await scene.receive({ filledMs: 10, consentNewsletter: true });
  await withdraw(scene);
  await scene.call(`/api/enquiries/${id}`, { method: 'PATCH', body: { status: 'new' } });
  expect(statesOf(scene)).toEqual(['my-data pending']);
});

test.each([
  [24, 12],
  [6, 6],
])(
  'where others are kept for %i months, one without consent goes after %i, whatever is noted',
  async (months, goes) => {
    const scene = createLeadScene();
    await scene.call('/api/content/mail/retention', { method: 'PUT', body: { value: { months } } });
    const begin = scene.deps.now();
    const { id } = await scene.receive();
    const other = await scene.receive({ email: 'other@example.org' });
    scene.deps.clock.advance(3 * monthMs);
    await withdraw(scene);
    await scene.call(`/api/enquiries/${id}/notes`, { body: { text: 'Wants nothing any more.' } });
    const end = endOfRetention(begin.toISOString(), goes);
    expect((await readOne(scene, id)).retainedUntil).toBe(end.toISOString());
    const looksAt = end.getTime() + 60_000;
    scene.deps.clock.advance(looksAt - 10 * dayMs - scene.deps.now().getTime());
    for (let day = 0; day < 10; day++) {
      expect(scene.rows()).toHaveLength(2);
      scene.sweep();
      scene.deps.clock.advance(dayMs);
    }
    const { firstAt } = (await scene.call('/api/privacy/erasures')).body.scheduled;
    expect(firstAt).toBe(new Date(looksAt).toISOString());
    scene.sweep();
    expect(scene.rows().map(({ id }) => id)).toEqual(goes === months ? [] : [other.id]);
  },
);

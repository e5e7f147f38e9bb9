import { expect, test } from 'vitest';
import { createLeadScene } from '../../test/lead-scene.ts';
import { send } from '../../test/test-app.ts';
import { listAudit } from '../audit-log/list.ts';
import { erasures, privacyRequests } from '../platform/db/schema/privacy.ts';
import { dayMs } from '../platform/durations.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };

type Scene = ReturnType<typeof createLeadScene>;

const list = async (scene: Scene) => (await scene.call('/api/privacy/requests')).body.requests;

const newestToken = (scene: Scene) => scene.myDataToken();

/** Opens a link to the own details. @returns its token */
async function openLink(scene: Scene, email = 'sender@example.org'): Promise<string> {
  await send(scene.app, '/api/my-data', { body: { email } });
  const token = newestToken(scene);
  for (let time = 0; time < 2; time++) await post(scene, 'download', token);
  return token;
}

const post = (scene: Scene, what: string, token: string, body = '') =>
  send(scene.app, `/api/my-data/${what}?token=${token}`, { body, headers: form });

test.each([
  ['GET', '/api/privacy/requests'],
  ['POST', '/api/privacy/requests'],
  ['POST', '/api/privacy/requests/1/done'],
])('%s %s needs a session', async (method, path) => {
  expect((await send(createLeadScene().app, path, { method })).status).toBe(401);
});

test('what somebody asks for in a letter is written down, due after 30 days, and holds no address once it is done', async () => {
  const scene = createLeadScene();
  const letter = {
    kind: 'correction',
    email: 'sender@example.org',
    note: 'By post.',
    receivedAt: '2026-11-20T10:00:00.000Z',
  };
  expect((await scene.call('/api/privacy/requests', { body: letter })).status).toBe(201);
  await scene.call('/api/privacy/requests', { body: { kind: 'grievance', email: 'other@example.org' } });
  expect(await list(scene)).toMatchObject([
    { ...letter, dueAt: '2026-12-20T10:00:00.000Z', doneAt: null },
    { kind: 'grievance', receivedAt: '2026-11-21T10:00:00.000Z', dueAt: '2026-12-21T10:00:00.000Z' },
  ]);
  const [first] = await list(scene);
  const done = () => scene.call(`/api/privacy/requests/${first.id}/done`, { method: 'POST' });
  expect((await done()).status).toBe(200);
  expect((await done()).status).toBe(404);
  expect(await list(scene)).toMatchObject([
    { kind: 'grievance' },
    { kind: 'correction', email: '', note: '', doneBy: 'Author', doneAt: '2026-11-21T10:00:00.000Z' },
  ]);
  expect(scene.deps.db.select().from(privacyRequests).get()).toMatchObject({ email: '', emailKey: '', note: '' });
  const entries = listAudit(scene.deps.db, 100).map(({ action, subject }) => [action, subject]);
  expect(entries).toEqual(
    expect.arrayContaining([
      ['privacy.request-added', 'correction'],
      ['privacy.request-done', 'correction'],
    ]),
  );
});

test.each([
  { kind: 'other', email: 'sender@example.org' },
  { kind: 'access', email: 'nobody' },
  { kind: 'access', email: 'sender@example.org', note: 'x'.repeat(501) },
  { kind: 'access', email: 'sender@example.org', receivedAt: '2027-01-01T00:00:00.000Z' },
  { kind: 'access', email: 'sender@example.org', doneAt: '2026-01-01T00:00:00.000Z' },
])('a request %j is refused and changes nothing', async (body) => {
  const scene = createLeadScene();
  await scene.token();
  const before = scene.footprint();
  expect((await scene.call('/api/privacy/requests', { body })).status).toBe(422);
  expect(scene.footprint()).toEqual(before);
});

test.each(['0', '7', 'x', '1.5'])('there is no request %s to be done with', async (id) => {
  const scene = createLeadScene();
  expect((await scene.call(`/api/privacy/requests/${id}/done`, { method: 'POST' })).status).toBe(404);
});

test('what people do through their link is listed as done, each once, without their address', async () => {
  const scene = createLeadScene();
  const { reference } = await scene.receive({ consentWhatsapp: true });
  const token = await openLink(scene);
  await post(scene, 'correct', token, `reference=${reference}&contactName=Sender`);
  await post(scene, 'withdraw', token);
  await post(scene, 'erase', token);
  const requests: { kind: string; email: string; doneAt: string | null }[] = await list(scene);
  expect(requests.map(({ kind }) => kind)).toEqual(['erasure', 'withdrawal', 'correction', 'access']);
  expect(requests.every(({ email, doneAt }) => email === '' && doneAt !== null)).toBe(true);
});

test('to look at the page writes nothing', async () => {
  const scene = createLeadScene();
  await scene.receive();
  await send(scene.app, '/api/my-data', { body: { email: 'sender@example.org' } });
  const token = newestToken(scene);
  const before = scene.footprint();
  expect((await send(scene.app, `/api/my-data/view?token=${token}`)).status).toBe(200);
  expect(scene.footprint()).toEqual(before);
  expect(scene.deps.db.select().from(privacyRequests).all()).toEqual([]);
});

test('with one link twenty changes can be made, which are one request; a withdrawal of nothing is none', async () => {
  const scene = createLeadScene();
  const { reference } = await scene.receive({ consentWhatsapp: true });
  const token = await openLink(scene);
  for (let time = 0; time < 2; time++) await post(scene, 'withdraw', token);
  const statuses: number[] = [];
  for (let n = 0; n < 20; n++)
    statuses.push((await post(scene, 'correct', token, `reference=${reference}&contactName=N${n}`)).status);
  expect(statuses).toEqual([...Array<number>(16).fill(200), ...Array<number>(4).fill(429)]);
  expect(scene.rows()).toMatchObject([{ contactName: 'N15' }]);
  const requests: { kind: string }[] = await list(scene);
  expect(requests.map(({ kind }) => kind)).toEqual(['correction', 'withdrawal', 'access']);
});

test('an erasure that leaves a client’s file is due; the team’s own erasure is its end', async () => {
  const scene = createLeadScene();
  const { id } = await scene.receive();
  await scene.call(`/api/enquiries/${id}`, { method: 'PATCH', body: { retainForClient: true } });
  await post(scene, 'erase', await openLink(scene));
  expect(await list(scene)).toMatchObject([
    { kind: 'erasure', email: 'sender@example.org', doneAt: null },
    { kind: 'access' },
  ]);
  await scene.call(`/api/enquiries/${id}`, { method: 'PATCH', body: { retainForClient: false } });
  await scene.call('/api/privacy/erase', { body: { email: 'sender@example.org' } });
  expect(await list(scene)).toMatchObject([{ kind: 'erasure', email: '', doneBy: 'Author' }, { kind: 'access' }]);
});

test('who erases while a client’s file is kept has not ended the request, nor opened a second one', async () => {
  const scene = createLeadScene();
  const { id } = await scene.receive();
  await scene.call(`/api/enquiries/${id}`, { method: 'PATCH', body: { retainForClient: true } });
  const due = { kind: 'erasure', email: 'sender@example.org', dueAt: '2026-12-21T10:00:00.000Z', doneAt: null };
  for (let press = 0; press < 2; press++) {
    await post(scene, 'erase', await openLink(scene));
    scene.deps.clock.advance(3 * 3_600_000);
  }
  const { body } = await scene.call('/api/privacy/erase', { body: { email: 'sender@example.org' } });
  expect(body).toMatchObject({ enquiries: 0, kept: 1 });
  const requests: { kind: string }[] = await list(scene);
  expect(requests.filter(({ kind }) => kind === 'erasure')).toMatchObject([due]);
});

test('a complaint stays open, with its address, when the person or the team erases', async () => {
  const scene = createLeadScene();
  await scene.receive();
  const complaint = { kind: 'grievance', email: 'sender@example.org', note: 'You shared my number.' };
  await scene.call('/api/privacy/requests', { body: complaint });
  await post(scene, 'erase', await openLink(scene));
  await scene.call('/api/privacy/erase', { body: { email: 'sender@example.org' } });
  expect((await list(scene))[0]).toMatchObject({ ...complaint, doneAt: null });
});

test('an open request is part of what is held: found, shown to the person, moved to a new address, erased with a proof', async () => {
  const scene = createLeadScene();
  const only = { email: 'only@example.org' };
  await scene.call('/api/privacy/requests', { body: { kind: 'access', ...only, note: 'Came by post.' } });
  const find = async (email: string) => (await scene.call('/api/privacy/find', { body: { email } })).body.data.requests;
  expect(await find('ONLY@example.org')).toEqual([
    {
      kind: 'access',
      note: 'Came by post.',
      receivedAt: '2026-11-21T10:00:00.000Z',
      dueAt: '2026-12-21T10:00:00.000Z',
    },
  ]);
  const page = await send(scene.app, `/api/my-data/view?token=${await openLink(scene, only.email)}`);
  expect(page.text).toContain('Came by post.');
  const change = { ...only, newEmail: 'moved@example.org' };
  expect((await scene.call('/api/privacy/correct', { body: change })).status).toBe(200);
  expect([await find('only@example.org'), await find('moved@example.org')]).toMatchObject([[], [{ kind: 'access' }]]);
  await scene.call('/api/privacy/erase', { body: { email: 'moved@example.org' } });
  expect(await find('moved@example.org')).toEqual([]);
  expect(scene.deps.db.select().from(erasures).all()).toMatchObject([
    { enquiries: 0, emailHash: expect.stringMatching(/^[0-9a-f]{8}:/) },
  ]);
});

test('a link lives from the handing over of its message, however long the mail server was down', async () => {
  const scene = createLeadScene();
  await scene.receive();
  await send(scene.app, '/api/my-data', { body: { email: 'sender@example.org' } });
  const token = newestToken(scene);
  const view = async () => (await send(scene.app, `/api/my-data/view?token=${token}`)).status;
  scene.deps.clock.advance(5 * dayMs);
  scene.sweep();
  expect(await view()).toBe(404);
  await scene.services.jobs.runDue();
  scene.deps.clock.advance(59 * 60_000);
  expect(await view()).toBe(200);
  scene.deps.clock.advance(2 * 60_000);
  expect(await view()).toBe(404);
  scene.deps.clock.advance(40 * dayMs);
  scene.sweep();
  expect(await view()).toBe(404);
});

import { expect, test } from 'vitest';
import { createEnquiryFixture } from '../../test/enquiry-fixture.ts';
import { send } from '../../test/test-app.ts';
import { listAudit } from '../audit-log/list.ts';
import { erasures, privacyRequests } from '../platform/db/schema/privacy.ts';
import { dayMs } from '../platform/durations.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };

type Fixture = ReturnType<typeof createEnquiryFixture>;

const list = async (fixture: Fixture) => (await fixture.call('/api/privacy/requests')).body.requests;

const newestToken = (fixture: Fixture) => fixture.myDataToken();

/** Requests a link to personal data. Returns its token. */
async function openLink(fixture: Fixture, email = 'sender@example.org'): Promise<string> {
  await send(fixture.app, '/api/my-data', { body: { email } });
  const token = newestToken(fixture);
  for (let time = 0; time < 2; time++) await post(fixture, 'download', token);
  return token;
}

const post = (fixture: Fixture, what: string, token: string, body = '') =>
  send(fixture.app, `/api/my-data/${what}?token=${token}`, { body, headers: form });

test.each([
  ['GET', '/api/privacy/requests'],
  ['POST', '/api/privacy/requests'],
  ['POST', '/api/privacy/requests/1/done'],
])('%s %s needs a session', async (method, path) => {
  expect((await send(createEnquiryFixture().app, path, { method })).status).toBe(401);
});

test('a request by letter is recorded, is due after 30 days, and loses its address once it is done', async () => {
  const fixture = createEnquiryFixture();
  const letter = {
    kind: 'correction',
    email: 'sender@example.org',
    note: 'By post.',
    receivedAt: '2026-11-20T10:00:00.000Z',
  };
  expect((await fixture.call('/api/privacy/requests', { body: letter })).status).toBe(201);
  await fixture.call('/api/privacy/requests', { body: { kind: 'grievance', email: 'other@example.org' } });
  expect(await list(fixture)).toMatchObject([
    { ...letter, dueAt: '2026-12-20T10:00:00.000Z', doneAt: null },
    { kind: 'grievance', receivedAt: '2026-11-21T10:00:00.000Z', dueAt: '2026-12-21T10:00:00.000Z' },
  ]);
  const [first] = await list(fixture);
  const done = () => fixture.call(`/api/privacy/requests/${first.id}/done`, { method: 'POST' });
  expect((await done()).status).toBe(200);
  expect((await done()).status).toBe(404);
  expect(await list(fixture)).toMatchObject([
    { kind: 'grievance' },
    { kind: 'correction', email: '', note: '', doneBy: 'Author', doneAt: '2026-11-21T10:00:00.000Z' },
  ]);
  expect(fixture.deps.db.select().from(privacyRequests).get()).toMatchObject({ email: '', emailKey: '', note: '' });
  const entries = listAudit(fixture.deps.db, 100).map(({ action, subject }) => [action, subject]);
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
  const fixture = createEnquiryFixture();
  await fixture.token();
  const before = fixture.footprint();
  expect((await fixture.call('/api/privacy/requests', { body })).status).toBe(422);
  expect(fixture.footprint()).toEqual(before);
});

test.each(['0', '7', 'x', '1.5'])('completing the unknown request %s is refused', async (id) => {
  const fixture = createEnquiryFixture();
  expect((await fixture.call(`/api/privacy/requests/${id}/done`, { method: 'POST' })).status).toBe(404);
});

test('each action through a personal link is listed once as done, without the address', async () => {
  const fixture = createEnquiryFixture();
  const { reference } = await fixture.receive({ consentWhatsapp: true });
  const token = await openLink(fixture);
  await post(fixture, 'correct', token, `reference=${reference}&contactName=Sender`);
  await post(fixture, 'withdraw', token);
  await post(fixture, 'erase', token);
  const requests: { kind: string; email: string; doneAt: string | null }[] = await list(fixture);
  expect(requests.map(({ kind }) => kind)).toEqual(['erasure', 'withdrawal', 'correction', 'access']);
  expect(requests.every(({ email, doneAt }) => email === '' && doneAt !== null)).toBe(true);
});

test('reading the page writes nothing', async () => {
  const fixture = createEnquiryFixture();
  await fixture.receive();
  await send(fixture.app, '/api/my-data', { body: { email: 'sender@example.org' } });
  const token = newestToken(fixture);
  const before = fixture.footprint();
  expect((await send(fixture.app, `/api/my-data/view?token=${token}`)).status).toBe(200);
  expect(fixture.footprint()).toEqual(before);
  expect(fixture.deps.db.select().from(privacyRequests).all()).toEqual([]);
});

test('up to twenty changes through one link are one request, and a withdrawal without consents is none', async () => {
  const fixture = createEnquiryFixture();
  const { reference } = await fixture.receive({ consentWhatsapp: true });
  const token = await openLink(fixture);
  for (let time = 0; time < 2; time++) await post(fixture, 'withdraw', token);
  const statuses: number[] = [];
  for (let n = 0; n < 20; n++)
    statuses.push((await post(fixture, 'correct', token, `reference=${reference}&contactName=N${n}`)).status);
  expect(statuses).toEqual([...Array<number>(16).fill(200), ...Array<number>(4).fill(429)]);
  expect(fixture.rows()).toMatchObject([{ contactName: 'N15' }]);
  const requests: { kind: string }[] = await list(fixture);
  expect(requests.map(({ kind }) => kind)).toEqual(['correction', 'withdrawal', 'access']);
});

test('an erasure request that leaves a client file stays open until the team erases the rest', async () => {
  const fixture = createEnquiryFixture();
  const { id } = await fixture.receive();
  await fixture.call(`/api/enquiries/${id}`, { method: 'PATCH', body: { retainForClient: true } });
  await post(fixture, 'erase', await openLink(fixture));
  expect(await list(fixture)).toMatchObject([
    { kind: 'erasure', email: 'sender@example.org', doneAt: null },
    { kind: 'access' },
  ]);
  await fixture.call(`/api/enquiries/${id}`, { method: 'PATCH', body: { retainForClient: false } });
  await fixture.call('/api/privacy/erase', { body: { email: 'sender@example.org' } });
  expect(await list(fixture)).toMatchObject([{ kind: 'erasure', email: '', doneBy: 'Author' }, { kind: 'access' }]);
});

test('a second erasure while a client file is retained neither completes the request nor opens another', async () => {
  const fixture = createEnquiryFixture();
  const { id } = await fixture.receive();
  await fixture.call(`/api/enquiries/${id}`, { method: 'PATCH', body: { retainForClient: true } });
  const due = { kind: 'erasure', email: 'sender@example.org', dueAt: '2026-12-21T10:00:00.000Z', doneAt: null };
  for (let press = 0; press < 2; press++) {
    await post(fixture, 'erase', await openLink(fixture));
    fixture.deps.clock.advance(3 * 3_600_000);
  }
  const { body } = await fixture.call('/api/privacy/erase', { body: { email: 'sender@example.org' } });
  expect(body).toMatchObject({ enquiries: 0, retained: 1 });
  const requests: { kind: string }[] = await list(fixture);
  expect(requests.filter(({ kind }) => kind === 'erasure')).toMatchObject([due]);
});

test('a complaint stays open with its address after an erasure', async () => {
  const fixture = createEnquiryFixture();
  await fixture.receive();
  const complaint = { kind: 'grievance', email: 'sender@example.org', note: 'You shared my number.' };
  await fixture.call('/api/privacy/requests', { body: complaint });
  await post(fixture, 'erase', await openLink(fixture));
  await fixture.call('/api/privacy/erase', { body: { email: 'sender@example.org' } });
  expect((await list(fixture))[0]).toMatchObject({ ...complaint, doneAt: null });
});

test('an open request counts as personal data: it is found, shown, corrected and erased like the rest', async () => {
  const fixture = createEnquiryFixture();
  const only = { email: 'only@example.org' };
  await fixture.call('/api/privacy/requests', { body: { kind: 'access', ...only, note: 'Came by post.' } });
  const find = async (email: string) =>
    (await fixture.call('/api/privacy/find', { body: { email } })).body.data.requests;
  expect(await find('ONLY@example.org')).toEqual([
    {
      kind: 'access',
      note: 'Came by post.',
      receivedAt: '2026-11-21T10:00:00.000Z',
      dueAt: '2026-12-21T10:00:00.000Z',
    },
  ]);
  const page = await send(fixture.app, `/api/my-data/view?token=${await openLink(fixture, only.email)}`);
  expect(page.text).toContain('Came by post.');
  const change = { ...only, newEmail: 'moved@example.org' };
  expect((await fixture.call('/api/privacy/correct', { body: change })).status).toBe(200);
  expect([await find('only@example.org'), await find('moved@example.org')]).toMatchObject([[], [{ kind: 'access' }]]);
  await fixture.call('/api/privacy/erase', { body: { email: 'moved@example.org' } });
  expect(await find('moved@example.org')).toEqual([]);
  expect(fixture.deps.db.select().from(erasures).all()).toMatchObject([
    { enquiries: 0, emailHash: expect.stringMatching(/^[0-9a-f]{8}:/) },
  ]);
});

test('the validity of a link begins when its message is sent, even after a long outage of the mail server', async () => {
  const fixture = createEnquiryFixture();
  await fixture.receive();
  await send(fixture.app, '/api/my-data', { body: { email: 'sender@example.org' } });
  const token = newestToken(fixture);
  const view = async () => (await send(fixture.app, `/api/my-data/view?token=${token}`)).status;
  fixture.deps.clock.advance(5 * dayMs);
  fixture.sweep();
  expect(await view()).toBe(404);
  await fixture.services.jobs.runDue();
  fixture.deps.clock.advance(59 * 60_000);
  expect(await view()).toBe(200);
  fixture.deps.clock.advance(2 * 60_000);
  expect(await view()).toBe(404);
  fixture.deps.clock.advance(40 * dayMs);
  fixture.sweep();
  expect(await view()).toBe(404);
});

import type { AuditItem } from '@threadline/schema/wire/audit';
import { expect, test } from 'vitest';
import { createEnquiryFixture } from '../../../test/enquiry-fixture.ts';
import { listAudit } from '../../audit-log/list.ts';
import { minuteMs } from '../durations.ts';
import { checkAuditChain } from './hash-chain.ts';

async function createFixture() {
  const fixture = createEnquiryFixture();
  const enquiry = await fixture.receive({ companyName: 'Example Mills' });
  const accesses = async (query = 'area=access'): Promise<AuditItem[]> =>
    (await fixture.call(`/api/audit?${query}`)).body.entries;
  const open = (address = '203.0.113.7') => fixture.call(`/api/enquiries/${enquiry.id}`, { address });
  return { ...fixture, enquiry, accesses, open };
}

test('opening an enquiry says who, when, from where and which, and nothing of the person [C8]', async () => {
  const { open, accesses, enquiry, deps } = await createFixture();
  await open('198.51.100.4');
  expect(await accesses()).toMatchObject([
    {
      by: 'Author',
      at: deps.now().toISOString(),
      action: 'access.opened',
      subject: enquiry.reference,
      network: '198.51.100.4',
    },
  ]);
  expect(JSON.stringify(await accesses(''))).not.toMatch(/sender@example\.org|Example Mills/);
  expect(checkAuditChain(deps.db.$client).faults).toEqual([]);
});

test('an enquiry that stays open for three hours is written down three times', async () => {
  const { open, accesses, deps } = await createFixture();
  for (let minute = 0; minute < 180; minute++) {
    await open();
    deps.clock.advance(minuteMs);
  }
  expect(await accesses()).toHaveLength(3);
});

test('another person and another network are entries of their own; a second session from the same place is not', async () => {
  const { open, accesses, addUser, signIn, call, enquiry } = await createFixture();
  await open();
  await open('198.51.100.4');
  const colleague = await addUser('Colleague', 'admin');
  for (let session = 0; session < 2; session++) {
    const { token } = await signIn(colleague);
    await call(`/api/enquiries/${enquiry.id}`, { token });
  }
  expect((await accesses()).map(({ by, network }) => [by, network])).toEqual([
    ['Colleague', '203.0.113.7'],
    ['Author', '198.51.100.4'],
    ['Author', '203.0.113.7'],
  ]);
});

test('a clock that was put back neither hides an access nor adds one with every look', async () => {
  const { accesses, deps, services } = await createFixture();
  const look = () =>
    services.recordAccess({ id: 'e', name: 'Editor One' }, { action: 'access.listed', subject: 'enquiries' });
  look();
  deps.clock.advance(-30 * minuteMs);
  for (let time = 0; time < 5; time++) look();
  deps.clock.advance(30 * minuteMs);
  expect(await accesses()).toHaveLength(2);
});

test('marking as read shows the enquiry: it is written down like opening it, once for both', async () => {
  const { open, accesses, call, enquiry } = await createFixture();
  await call(`/api/enquiries/${enquiry.id}`, { method: 'PATCH', body: { status: 'read' } });
  await open();
  expect(await accesses()).toMatchObject([{ action: 'access.opened', subject: enquiry.reference }]);
});

test.each([
  ['/api/enquiries', 'enquiries'],
  ['/api/subscribers', 'newsletter addresses'],
  ['/api/outbox', 'messages'],
  ['/api/privacy/requests', 'requests'],
])('the list %s is written down once in an hour [C8]', async (path, subject) => {
  const { accesses, call, deps } = await createFixture();
  for (let look = 0; look < 30; look++) {
    await call(path);
    deps.clock.advance(minuteMs);
  }
  expect(await accesses()).toMatchObject([{ action: 'access.listed', subject }]);
});

test('finding a person and taking a list away are found under the same filter, by reference', async () => {
  const { accesses, call, enquiry } = await createFixture();
  await call('/api/privacy/find', { body: { email: enquiry.email } });
  await call('/api/privacy/find', { body: { email: 'nobody@example.org' } });
  await call('/api/enquiries/export.csv?status=new');
  await call('/api/subscribers/export.csv');
  expect((await accesses()).map(({ action, subject }) => [action, subject])).toEqual([
    ['newsletter.exported', 'newsletter'],
    ['enquiries.exported', 'status new'],
    ['privacy.looked-up', 'an address of which nothing is held'],
    ['privacy.looked-up', enquiry.reference],
  ]);
});

test('an enquiry that is not there is no access', async () => {
  const { call, footprint } = await createFixture();
  await call('/api/enquiries/counts');
  const before = footprint();
  expect((await call('/api/enquiries/nothing')).status).toBe(404);
  expect(footprint()).toEqual(before);
});

test('a look at what is open already costs one read of an index, and no write', async () => {
  const { open, deps, call } = await createFixture();
  await open();
  const { $client } = deps.db;
  const changes = () => $client.prepare<[], { n: number }>('select total_changes() as n').get()?.n;
  await call('/api/enquiries/counts');
  const before = changes();
  for (let look = 0; look < 20; look++) await open();
  expect(changes()).toBe(before);

  const plan = $client
    .prepare<[], { detail: string }>(
      `explain query plan select id from audit_log where action in ('access.opened', 'access.listed')
       and by_id = 'a' and subject = 'b' and action = 'access.opened' and network is 'c' and at between 'd' and 'e' limit 1`,
    )
    .all();
  expect(plan.map(({ detail }) => detail)).toEqual([
    'SEARCH audit_log USING INDEX audit_log_accesses (by_id=? AND subject=? AND at>? AND at<?)',
  ]);
});

test('details whose access cannot be recorded are not shown', async () => {
  const { open, deps, token } = await createFixture();
  await token();
  deps.db.$client.pragma('query_only = 1');
  const { status, text } = await open();
  expect(status).toBe(503);
  expect(text).not.toContain('Example Mills');
  deps.db.$client.pragma('query_only = 0');
  expect((await open()).status).toBe(200);
});

test('the dashboard goes on telling what was done, not who has looked', async () => {
  const { open, deps } = await createFixture();
  await open();
  expect(listAudit(deps.db, 20).filter(({ action }) => action.startsWith('access.'))).toEqual([]);
});

test('nothing ends an entry of the log: after two years of erasing what is due it is all there', async () => {
  const { open, deps, rows, sweep } = await createFixture();
  await open();
  const entries = () => listAll(deps.db.$client);
  const before = entries();
  deps.clock.advance(2 * 366 * 24 * 60 * minuteMs);
  while (sweep());
  deps.clock.advance(7 * 24 * 60 * minuteMs);
  while (sweep());
  expect(rows()).toEqual([]);
  expect(entries().slice(0, before.length)).toEqual(before);
});

const listAll = (client: { prepare(sql: string): { all(): unknown[] } }) =>
  client.prepare('select * from audit_log order by id').all();

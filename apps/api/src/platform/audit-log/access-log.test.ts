import type { AuditItem } from '@threadline/schema/wire/audit';
import { expect, test } from 'vitest';
import { createEnquiryFixture } from '../../../test/enquiry-fixture.ts';
import { readQueryPlans } from '../../../test/query-plan.ts';
import { listAudit } from '../../audit-log/list.ts';
import { minuteMs } from '../durations.ts';
import { createAccessLog } from './access-log.ts';
import { checkAuditChain } from './hash-chain.ts';

async function createFixture() {
  const fixture = createEnquiryFixture();
  const enquiry = await fixture.receive({ companyName: 'Example Mills' });
  const accesses = async (query = 'area=access'): Promise<AuditItem[]> =>
    (await fixture.call(`/api/audit?${query}`)).body.entries;
  const open = (address = '203.0.113.7') => fixture.call(`/api/enquiries/${enquiry.id}`, { address });
  return { ...fixture, enquiry, accesses, open };
}

test('opening an enquiry records who, when, from where and which one, without personal details [C8]', async () => {
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

test('an enquiry that stays open for three hours is recorded three times', async () => {
  const { open, accesses, deps } = await createFixture();
  for (let minute = 0; minute < 180; minute++) {
    await open();
    deps.clock.advance(minuteMs);
  }
  expect(await accesses()).toHaveLength(3);
});

test('another user or network creates another entry; a second session in the same place does not', async () => {
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

test('setting the clock back neither hides an access nor records every repeated one', async () => {
  const { accesses, deps, services } = await createFixture();
  const recordAccess = () =>
    services.recordAccess({ id: 'e', name: 'Editor One' }, { action: 'access.listed', subject: 'enquiries' });
  recordAccess();
  deps.clock.advance(-30 * minuteMs);
  for (let time = 0; time < 5; time++) recordAccess();
  deps.clock.advance(30 * minuteMs);
  expect(await accesses()).toHaveLength(2);
});

test('marking an enquiry as read counts as opening it, and both are recorded once', async () => {
  const { open, accesses, call, enquiry } = await createFixture();
  await call(`/api/enquiries/${enquiry.id}`, { method: 'PATCH', body: { status: 'read' } });
  await open();
  expect(await accesses()).toMatchObject([{ action: 'access.opened', subject: enquiry.reference }]);
});

test.each([
  ['/api/enquiries', 'enquiries'],
  ['/api/subscribers', 'newsletter addresses'],
  ['/api/outbox', 'outbox messages'],
  ['/api/privacy/requests', 'privacy requests'],
])('access to the list %s is recorded once an hour [C8]', async (path, subject) => {
  const { accesses, call, deps } = await createFixture();
  for (let minute = 0; minute < 30; minute++) {
    await call(path);
    deps.clock.advance(minuteMs);
  }
  expect(await accesses()).toMatchObject([{ action: 'access.listed', subject }]);
});

test('searching for a person and exporting a list are found under one filter, by reference', async () => {
  const { accesses, call, enquiry } = await createFixture();
  await call('/api/privacy/find', { body: { email: enquiry.email } });
  await call('/api/privacy/find', { body: { email: 'nobody@example.org' } });
  await call('/api/enquiries/export.csv?status=new');
  await call('/api/subscribers/export.csv');
  expect((await accesses()).map(({ action, subject }) => [action, subject])).toEqual([
    ['newsletter.exported', 'newsletter'],
    ['enquiries.exported', 'status new'],
    ['privacy.looked-up', 'an address without stored data'],
    ['privacy.looked-up', enquiry.reference],
  ]);
});

test('requesting an unknown enquiry, and a search without results, record no access', async () => {
  const { call, footprint } = await createFixture();
  await call('/api/enquiries/counts');
  const before = footprint();
  expect((await call('/api/enquiries/nothing')).status).toBe(404);
  expect((await call('/api/enquiries?q=unknown')).body.enquiries).toEqual([]);
  expect(footprint()).toEqual(before);
});

test('repeating a recorded access costs one index read and no write', async () => {
  const { open, deps, call } = await createFixture();
  await open();
  const { $client } = deps.db;
  const changes = () => $client.prepare<[], { n: number }>('select total_changes() as n').get()?.n;
  await call('/api/enquiries/counts');
  const before = changes();
  for (let count = 0; count < 20; count++) await open();
  expect(changes()).toBe(before);

  const by = { id: 'a', name: 'Author' };
  const plan = await readQueryPlans(deps, () => createAccessLog(deps)(by, { action: 'access.opened', subject: 'b' }));
  expect(plan).toContain('SEARCH audit_log USING INDEX audit_log_accesses (by_id=? AND subject=? AND at>? AND at<?)');
});

test('personal details are not shown if the access cannot be recorded', async () => {
  const { open, deps, token } = await createFixture();
  await token();
  deps.db.$client.pragma('query_only = 1');
  const { status, text } = await open();
  expect(status).toBe(503);
  expect(text).not.toContain('Example Mills');
  deps.db.$client.pragma('query_only = 0');
  expect((await open()).status).toBe(200);
});

test('the dashboard lists changes, but no accesses', async () => {
  const { open, deps } = await createFixture();
  await open();
  expect(listAudit(deps.db, 20).filter(({ action }) => action.startsWith('access.'))).toEqual([]);
});

test('log entries outlast two years of retention', async () => {
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

import { expect, test } from 'vitest';
import { createEnquiryFixture, minimalEnquiry } from '../../../test/enquiry-fixture.ts';
import { readQueryPlans } from '../../../test/query-plan.ts';
import { dayMs } from '../../platform/durations.ts';
import { removeIdempotencyKeys } from './service.ts';

async function createFixture() {
  const fixture = createEnquiryFixture();
  const submit = () => fixture.submit(minimalEnquiry, { headers: { 'idempotency-key': 'one-key' } });
  const { body } = await submit();
  return {
    ...fixture,
    submit,
    reference: body.reference as string,
    keys: () => fixture.rows().map(({ idempotencyKey }) => idempotencyKey),
  };
}

test('a repeated key is the same request for 30 days [R8]', async () => {
  const { deps, submit, reference, keys } = await createFixture();
  deps.clock.advance(30 * dayMs);
  await removeIdempotencyKeys(deps);
  expect(keys()).toEqual(['one-key']);
  expect((await submit()).body.reference).toBe(reference);
  expect(keys()).toHaveLength(1);
});

test('after 30 days the key is removed, the enquiry stays, and the key is a new request', async () => {
  const { deps, rows, submit, reference, keys } = await createFixture();
  const [before] = rows();
  deps.clock.advance(30 * dayMs + 1);
  await removeIdempotencyKeys(deps);
  expect(rows()).toEqual([{ ...before, idempotencyKey: null }]);
  const again = await submit();
  expect(again.body.reference).not.toBe(reference);
  expect(keys()).toEqual([null, 'one-key']);
});

test('more than one batch of old keys is removed in one run', async () => {
  const { deps, keys } = await createFixture();
  deps.db.$client.exec(`
    create temp table copied as select * from enquiries;
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 1200)
    insert into enquiries
    select (select max(seq) from enquiries) + i, ${columnsAfterSeq(deps)} from n, copied`);
  deps.clock.advance(31 * dayMs);
  await removeIdempotencyKeys(deps);
  expect(keys()).toEqual(Array.from({ length: 1201 }, () => null));
});

test('old keys are found by an index', async () => {
  const { deps } = await createFixture();
  const plan = await readQueryPlans(deps, () => removeIdempotencyKeys(deps));
  expect(plan).toContainEqual(
    expect.stringMatching(/^SEARCH enquiries USING .*INDEX enquiries_keyed \(created_at<\?\)$/),
  );
});

/** Returns the columns of a copied row with new ids. */
function columnsAfterSeq({ db }: Awaited<ReturnType<typeof createFixture>>['deps']): string {
  const own = new Map([
    ['id', "'id-' || i"],
    ['reference', "'R-' || i"],
    ['idempotency_key', "'key-' || i"],
  ]);
  const columns = db.$client.prepare<[], string>("select name from pragma_table_info('enquiries')").pluck().all();
  return columns
    .filter((name) => name !== 'seq')
    .map((name) => own.get(name) ?? name)
    .join(', ');
}

const withKey = (key: string) => ({ headers: { 'idempotency-key': key } });

test('a request that is repeated with its key is one row and one response [R8, C5]', async () => {
  const { submit, rows } = createEnquiryFixture();
  const first = await submit(minimalEnquiry, withKey('a1'));
  for (let round = 0; round < 10; round++)
    expect(await submit(minimalEnquiry, withKey('a1'))).toMatchObject({ status: 200, body: first.body });
  expect(rows()).toHaveLength(1);
});

test('50 simultaneous requests with one key are one row [R8, C5]', async () => {
  const { submit, rows } = createEnquiryFixture();
  const replies = await Promise.all(Array.from({ length: 50 }, () => submit(minimalEnquiry, withKey('a1'))));
  expect(new Set(replies.map(({ status, body }) => `${status} ${body.reference}`)).size).toBe(1);
  expect(rows()).toHaveLength(1);
});

test('a key of another request is rejected [R8]', async () => {
  const fixture = createEnquiryFixture();
  await fixture.submit(minimalEnquiry, withKey('a1'));
  const before = fixture.footprint();
  const { status, body } = await fixture.submit({ ...minimalEnquiry, phone: '98765 43210' }, withKey('a1'));
  expect([status, body.message]).toEqual([422, 'This Idempotency-Key was used for another request.']);
  expect(fixture.footprint()).toEqual(before);
});

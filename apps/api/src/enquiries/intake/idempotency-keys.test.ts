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

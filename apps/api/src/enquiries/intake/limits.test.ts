import { expect, test } from 'vitest';
import { createEnquiryFixture as createFixture, minimalEnquiry } from '../../../test/enquiry-fixture.ts';

const nth = (n: number) => ({ ...minimalEnquiry, email: `sender${n}@example.org` });

test('the sixth request within ten minutes from one network is rejected, from others it is accepted [C4]', async () => {
  const fixture = createFixture();
  for (let round = 0; round < 5; round++)
    expect((await fixture.submit(nth(round), { address: '2001:db8::1' })).status).toBe(200);
  const before = fixture.footprint();
  const refused = await fixture.submit(minimalEnquiry, { address: '2001:db8::2' });
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([429, 'rate-limited', '600']);
  const page = await fixture.submitForm(new URLSearchParams(minimalEnquiry).toString(), { address: '2001:db8::2' });
  expect([page.status, page.headers.get('retry-after')]).toEqual([429, '600']);
  expect(page.text).toContain('Too many attempts. Try again in 10 minutes.');
  expect(fixture.footprint()).toEqual(before);
  expect((await fixture.submit(minimalEnquiry, { address: '2001:db8:0:1::1' })).status).toBe(200);
  fixture.deps.clock.advance(600_001);
  expect((await fixture.submit(nth(6), { address: '2001:db8::2' })).status).toBe(200);
});

test('five of several parallel requests from one network are stored', async () => {
  const { submit, rows } = createFixture();
  const replies = await Promise.all(Array.from({ length: 20 }, (_, n) => submit(nth(n))));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(15);
  expect(rows()).toHaveLength(5);
});

test('the 31st request within a day from one network is rejected [C4]', async () => {
  const { submit, rows, deps } = createFixture();
  for (let round = 0; round < 30; round++) {
    await submit(nth(round));
    deps.clock.advance(601_000);
  }
  expect(rows()).toHaveLength(30);
  expect((await submit(nth(30))).status).toBe(429);
  deps.clock.advance(86_400_000 - 30 * 601_000 + 1000);
  expect((await submit(nth(30))).status).toBe(200);
});

test('the eleventh request within a day with one address is rejected, from any network', async () => {
  const { submit, rows } = createFixture();
  for (let round = 0; round < 10; round++)
    expect((await submit({ ...minimalEnquiry, message: `${round}` }, { address: `203.0.113.${round}` })).status).toBe(
      200,
    );
  const refused = await submit({ ...minimalEnquiry, email: 'SENDER@example.org' }, { address: '198.51.100.1' });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '86400']);
  expect(rows()).toHaveLength(10);
});

test('a form that is posted twice is one enquiry, and after ten minutes a new one [C5]', async () => {
  const { submitForm, submit, rows, deps } = createFixture();
  const body = new URLSearchParams(minimalEnquiry).toString();
  for (let round = 0; round < 3; round++) expect((await submitForm(body)).status).toBe(303);
  expect(rows()).toHaveLength(1);
  expect((await submit(minimalEnquiry)).body.reference).toBe(rows()[0]?.reference);
  deps.clock.advance(600_001);
  await submitForm(body);
  expect(rows()).toHaveLength(2);
});

test('a form that is posted after a script sent the same text is the same enquiry [C5]', async () => {
  const { submitForm, submit, rows } = createFixture();
  expect((await submit(minimalEnquiry, { headers: { 'idempotency-key': 'a-key-of-the-page' } })).status).toBe(200);
  expect((await submitForm(new URLSearchParams(minimalEnquiry).toString())).status).toBe(303);
  expect(rows()).toHaveLength(1);
});

test("a visitor's IP address is stored only as a keyed digest", async () => {
  const { submit, rows } = createFixture();
  await submit(minimalEnquiry, { address: '198.51.100.77' });
  expect(JSON.stringify(rows())).not.toContain('198.51.100');
});

test('invalid requests do not count towards the limit', async () => {
  const { submit } = createFixture();
  for (let round = 0; round < 20; round++) expect((await submit({ ...minimalEnquiry, email: 'x' })).status).toBe(422);
  expect((await submit(minimalEnquiry)).status).toBe(200);
});

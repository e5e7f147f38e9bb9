import { expect, test } from 'vitest';
import { createEnquiryFixture } from '../../test/enquiry-fixture.ts';
import { send } from '../../test/test-app.ts';
import { subscribers } from '../platform/db/schema/enquiries.ts';

test('only users can read the subscriber list and its CSV, and the CSV contains only members', async () => {
  const fixture = createEnquiryFixture();
  for (const email of ['a@example.org', 'b@example.org']) await fixture.postForm('/api/newsletter', `email=${email}`);
  const [first] = fixture.deps.db.select().from(subscribers).all();
  await fixture.postForm(`/api/newsletter/confirm?token=${fixture.newsletterToken()}`);
  for (const path of ['', '/export.csv']) expect((await send(fixture.app, `/api/subscribers${path}`)).status).toBe(401);
  expect((await fixture.call('/api/subscribers')).body.subscribers).toHaveLength(2);
  const { text } = await fixture.call('/api/subscribers/export.csv');
  expect(text).toContain(`"${first?.email}"`);
  expect(text).toContain(`unsubscribe?token=${fixture.newsletterToken()}"`);
  expect(text.split('\r\n')).toHaveLength(3);
});

test('the subscriber list is paged without duplicates, and the CSV contains all members', async () => {
  const fixture = createEnquiryFixture();
  const at = '2026-11-20T10:00:00.000Z';
  const people = Array.from({ length: 230 }, (_, n) => ({
    emailKey: `p${n}@example.org`,
    email: `p${n}@example.org`,
    createdAt: at,
    confirmedAt: n % 2 === 0 ? at : null,
    unsubscribedAt: null,
    linkId: `l${n}`,
    confirmationRequestedAt: at,
  }));
  fixture.deps.db.insert(subscribers).values(people).run();
  const seen: string[] = [];
  for (let next: string | null = ''; next !== null; ) {
    const { body } = await fixture.call(`/api/subscribers${next && `?cursor=${next}`}`);
    expect(body.counts).toEqual({ total: 230, members: 115 });
    seen.push(...body.subscribers.map(({ email }: { email: string }) => email));
    next = body.next;
  }
  expect([seen.length, new Set(seen).size]).toEqual([230, 230]);
  expect((await fixture.call('/api/subscribers/export.csv')).text.trimEnd().split('\r\n')).toHaveLength(116);
  expect((await fixture.call('/api/subscribers?cursor=nonsense')).status).toBe(400);
});

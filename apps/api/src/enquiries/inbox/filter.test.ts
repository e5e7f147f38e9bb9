import { expect, test } from 'vitest';
import { createEnquiryFixture } from '../../../test/enquiry-fixture.ts';
import { enquiries } from '../../platform/db/schema/enquiries.ts';
import { hourMs } from '../../platform/durations.ts';

type Fixture = ReturnType<typeof createEnquiryFixture>;

const companies = async ({ call }: Fixture, query: string) =>
  (await call(`/api/enquiries?${query}`)).body.enquiries?.map(
    ({ companyName }: { companyName: string }) => companyName,
  );

/** One enquiry per hour from 10:00 UTC, each from another place. */
async function fillInbox() {
  const fixture = createEnquiryFixture();
  const colleague = await fixture.addUser('Colleague', 'admin');
  const places = [
    ['First Mills', 'hero', 'Build', 'Talk to us'],
    ['Second Mills', 'hero', 'Grow', 'Talk to us'],
    ['Third Mills', 'services', '', 'Talk'],
    ['Fourth Looms', 'hero two', '', 'बात करें'],
    ['Fifth Looms', '', '', ''],
  ] as const;
  for (const [companyName, originSection, originSlide, originCta] of places) {
    await fixture.receive({
      companyName,
      originSection,
      originSlide,
      originCta,
      email: `${companyName.split(' ')[0]}@example.org`,
    });
    fixture.deps.clock.advance(hourMs);
  }
  const change = (name: string, body: object) =>
    fixture.call(`/api/enquiries/${fixture.rows().find(({ companyName }) => companyName === name)?.id}`, {
      method: 'PATCH',
      body,
    });
  await change('First Mills', { assigneeId: colleague._id });
  await change('Third Mills', { assigneeId: colleague._id, status: 'closed' });
  return { ...fixture, colleague, change };
}

test.each([
  ['section=hero', ['Second Mills', 'First Mills']],
  ['section=hero&slide=Build', ['First Mills']],
  ['cta=Talk', ['Third Mills']],
  [`cta=${encodeURIComponent('बात करें')}`, ['Fourth Looms']],
  ['section=', ['Fifth Looms']],
  ['section=Hero', []],
  ['section=%22', []],
  ['assignee=none', ['Fifth Looms', 'Fourth Looms', 'Second Mills']],
  ['assignee=none&section=hero', ['Second Mills']],
  ['assignee=somebody', []],
  ['assignee=none&q=mills', ['Second Mills']],
  ['q=mills&section=hero&status=new', ['Second Mills', 'First Mills']],
  ['status=closed&section=services', ['Third Mills']],
  ['status=closed&section=hero', []],
  ['from=2026-11-21T11:00:00.000Z&until=2026-11-21T13:00:00.000Z', ['Third Mills', 'Second Mills']],
  ['from=2026-11-21T11:00:00.001Z&until=2026-11-21T13:00:00.000Z', ['Third Mills']],
  ['from=2026-11-21T11:00:00.000Z&q=looms', ['Fifth Looms', 'Fourth Looms']],
  ['until=2026-11-21T11:00:00.000Z&section=hero', ['First Mills']],
  ['from=2027-01-01T00:00:00.000Z', []],
  ['until=2026-01-01T00:00:00.000Z', []],
])('the inbox filtered by %s', async (query, expected) => {
  const fixture = await fillInbox();
  expect(await companies(fixture, query)).toEqual(expected);
  const { text } = await fixture.call(`/api/enquiries/export.csv?${query}`);
  const exported = [...text.matchAll(/"((?:First|Second|Third|Fourth|Fifth) \w+)"/g)].map(([, name]) => name);
  expect(exported).toEqual(expected);
});

test('a colleague’s enquiries are found, alone and with all other filters, also after they are reassigned', async () => {
  const fixture = await fillInbox();
  const { colleague, change } = fixture;
  const theirs = `assignee=${colleague._id}`;
  expect(await companies(fixture, theirs)).toEqual(['Third Mills', 'First Mills']);
  expect(await companies(fixture, `${theirs}&status=new`)).toEqual(['First Mills']);
  expect(await companies(fixture, `${theirs}&q=mills&section=services`)).toEqual(['Third Mills']);
  await change('First Mills', { assigneeId: null });
  expect(await companies(fixture, theirs)).toEqual(['Third Mills']);
  expect(await companies(fixture, 'assignee=none&section=hero')).toEqual(['Second Mills', 'First Mills']);
});

test('the enquiries of a deleted colleague are unassigned', async () => {
  const fixture = await fillInbox();
  const { colleague } = fixture;
  const { status } = await fixture.call(`/api/auth/users/${colleague._id}`, { method: 'DELETE' });
  expect(status).toBe(200);
  expect(await companies(fixture, `assignee=${colleague._id}`)).toEqual([]);
  expect(await companies(fixture, 'assignee=none&section=hero')).toEqual(['Second Mills', 'First Mills']);
  expect(fixture.rows().filter(({ assigneeId }) => assigneeId !== null)).toEqual([]);
});

test('overdue enquiries can be filtered as well', async () => {
  const fixture = await fillInbox();
  fixture.deps.clock.advance(30 * 24 * hourMs);
  expect(await companies(fixture, 'overdue=1')).toEqual(['First Mills', 'Second Mills', 'Fourth Looms', 'Fifth Looms']);
  expect(await companies(fixture, 'overdue=1&section=hero')).toEqual(['First Mills', 'Second Mills']);
  expect(await companies(fixture, 'overdue=1&assignee=none&q=mills')).toEqual(['Second Mills']);
  expect(await companies(fixture, 'overdue=1&until=2026-11-21T11:00:00.000Z')).toEqual(['First Mills']);
});

/** Stores `count` enquiries of the same sender and place, changed by `createChange`, oldest first. */
async function manyEnquiries(fixture: Fixture, { count, createChange }: Many) {
  const { seq: _, ...first } = await fixture.receive({ originSection: 'hero', companyName: 'Company first' });
  const rows = Array.from({ length: count }, (_, n) => ({
    ...first,
    id: `i${n}`,
    reference: `R-${n}`,
    ...createChange(n),
  }));
  fixture.deps.db.transaction((tx) => {
    for (const row of rows) tx.insert(enquiries).values(row).run();
  });
  return { first, rows };
}

interface Many {
  count: number;
  createChange: (n: number) => Partial<typeof enquiries.$inferInsert> & { companyName: string };
}

/** Reads all pages. */
async function readIds(fixture: Fixture, query: string): Promise<string[]> {
  const seen: string[] = [];
  for (let next: string | null = ''; next !== null; ) {
    const { body } = await fixture.call(`/api/enquiries?${query}${next && `&cursor=${encodeURIComponent(next)}`}`);
    seen.push(...body.enquiries.map(({ id }: { id: string }) => id));
    next = body.next;
  }
  return seen;
}

test('a filtered list is read page by page, each enquiry once', async () => {
  const fixture = createEnquiryFixture();
  const { first, rows } = await manyEnquiries(fixture, {
    count: 240,
    createChange: (n) => ({ companyName: `Company ${n}`, originSection: n % 2 ? 'hero' : 'about' }),
  });
  for (const filter of ['', '&q=company', `&from=${first.createdAt}`]) {
    expect(await readIds(fixture, `section=hero${filter}`)).toEqual([
      ...rows
        .filter(({ originSection }) => originSection === 'hero')
        .map(({ id }) => id)
        .reverse(),
      first.id,
    ]);
  }
});

test.each([[[]], [['Company']], [['Company', 'Looms']], [['Nobody']]])(
  'several filters with the text %j work when many rows of the folder match and when only the oldest match',
  async (wanted: string[]) => {
    const fixture = createEnquiryFixture();
    const { rows } = await manyEnquiries(fixture, {
      count: 1200,
      createChange: (n) => ({
        companyName: `Company ${n % 3 ? 'Mills' : 'Looms'} ${n}`,
        status: n < 90 ? 'closed' : 'read',
      }),
    });
    for (const status of ['closed', 'read', 'spam']) {
      const expected = rows
        .filter((row) => row.status === status && wanted.every((word) => row.companyName.includes(word)))
        .map(({ id }) => id)
        .reverse();
      const seen = await readIds(fixture, `section=hero&assignee=none&status=${status}&q=${wanted.join('%20')}`);
      expect(seen).toEqual(expected);
    }
  },
);

test('origins are counted, and removed with their last enquiry', async () => {
  const fixture = await fillInbox();
  await fixture.receive({ originSection: 'services', originCta: 'Talk', email: 'six@example.org' });
  const origins = async () => (await fixture.call('/api/enquiries/origins')).body.origins;
  expect(await origins()).toEqual([
    { section: 'services', slide: '', cta: 'Talk', total: 2 },
    { section: 'hero', slide: 'Build', cta: 'Talk to us', total: 1 },
    { section: 'hero', slide: 'Grow', cta: 'Talk to us', total: 1 },
    { section: 'hero two', slide: '', cta: 'बात करें', total: 1 },
  ]);
  for (const email of ['six@example.org', 'fourth@example.org'])
    await fixture.call('/api/privacy/erase', { body: { email } });
  expect(await origins()).toMatchObject([
    { section: 'hero', slide: 'Build' },
    { section: 'hero', slide: 'Grow' },
    { section: 'services', total: 1 },
  ]);
});

test('a spam enquiry adds no origin until it is moved out of the spam folder', async () => {
  const fixture = createEnquiryFixture();
  const places = async () =>
    (await fixture.call('/api/enquiries/origins')).body.origins.map(
      ({ section, total }: { section: string; total: number }) => [section, total],
    );
  const move = (id: string, status: string) =>
    fixture.call(`/api/enquiries/${id}`, { method: 'PATCH', body: { status } });
  const wanted = await fixture.receive({ originSection: 'hero' });
  const spam = await fixture.receive({ originSection: 'buy-now', website: 'x', email: 'b@example.org' });
  await fixture.receive({ originSection: 'hero', website: 'x', email: 'c@example.org' });
  expect(await places()).toEqual([['hero', 1]]);

  await move(spam.id, 'new');
  expect(await places()).toEqual([
    ['buy-now', 1],
    ['hero', 1],
  ]);
  await move(spam.id, 'closed');
  await move(spam.id, 'spam');
  expect(await places()).toEqual([['hero', 1]]);
  await fixture.call('/api/privacy/erase', { body: { email: 'c@example.org' } });
  expect(await places()).toEqual([['hero', 1]]);
  await move(wanted.id, 'spam');
  expect(await places()).toEqual([]);
});

test.each(['from=yesterday', 'until=2026-13-01T00:00:00.000Z', `section=${'x'.repeat(81)}`, 'place=hero', 'from='])(
  'a filter %s is rejected',
  async (query) => {
    const fixture = createEnquiryFixture();
    expect((await fixture.call(`/api/enquiries?${query}`)).status).toBe(422);
    expect((await fixture.call(`/api/enquiries/export.csv?${query}`)).status).toBe(422);
  },
);

import { expect, test } from 'vitest';
import { createEnquiryFixture } from '../../../test/enquiry-fixture.ts';
import { readQueryPlans } from '../../../test/query-plan.ts';
import { enquiries } from '../../platform/db/schema/enquiries.ts';

/** Enough rows that a search returns them neither in order nor in the first batch. */
const many = 2700;

/**
 * Fills an inbox in which every third enquiry is unanswered, each due a minute after the one before, by the number in
 * its name. All contain "Mills", every seventh also "Loom", the last three unanswered ones "Weavers Millstone"; every
 * fifth came from the services.
 */
async function fillInbox() {
  const fixture = createEnquiryFixture();
  const colleague = await fixture.addUser('Colleague', 'admin');
  const [template] = [await fixture.receive()];
  const names: { number: number; isOpen: boolean; company: string; section: string; isTheirs: boolean }[] = [];
  for (let number = 1; number <= many; number++) {
    const isOpen = number % 3 === 0;
    const company = `Mills ${number}${number % 7 === 0 ? ' Loomworks' : ''}${number > many - 9 ? ' Weavers Millstone कपड़ा' : ''}`;
    names.push({
      number,
      isOpen,
      company,
      section: number % 5 === 0 ? 'services' : 'hero',
      isTheirs: number % 11 === 0,
    });
  }
  const start = Date.parse('2026-01-01T00:00:00.000Z');
  const rows = names.map(({ number, isOpen, company, section, isTheirs }) => {
    const { seq: _, ...row } = template;
    const key = { id: `id-${number}`, reference: `R-${number}`, companyName: company };
    const dueAt = new Date(start + number * 60_000).toISOString();
    const assigneeId = isTheirs ? colleague._id : null;
    const status = isOpen ? ('new' as const) : ('closed' as const);
    return { ...row, ...key, status, originSection: section, assigneeId, dueAt };
  });
  for (let from = 0; from < many; from += 250)
    fixture.deps.db
      .insert(enquiries)
      .values(rows.slice(from, from + 250))
      .run();
  fixture.deps.db.$client.exec("update enquiries set status = 'closed' where id not like 'id-%'");
  return { ...fixture, colleague, names };
}

test('unanswered enquiries are listed by due date, page by page, by text, origin and assignee', async () => {
  const { call, colleague, names } = await fillInbox();
  const all = async (query: string) => {
    const found: string[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const { body } = await call(`/api/enquiries?${query}${next ? `&cursor=${encodeURIComponent(next)}` : ''}`);
      found.push(...body.enquiries.map(({ companyName }: { companyName: string }) => companyName));
      next = body.next;
    }
    return found;
  };
  const cases: [string, (name: (typeof names)[number]) => boolean][] = [
    ['', () => true],
    ['&q=mills', () => true],
    ['&q=mil', () => true],
    ['&q=mills%20looms', () => false],
    ['&q=mills%20loomw', ({ number }) => number % 7 === 0],
    // Many begin with the same letters, and those that are due first do not match.
    ['&q=millstone', ({ number }) => number > many - 9],
    ['&q=weavers', ({ number }) => number > many - 9],
    ['&q=%E0%A4%95%E0%A4%AA%E0%A4%A1%E0%A4%BC%E0%A4%BE', ({ number }) => number > many - 9],
    ['&q=1470', ({ number }) => number === 1470],
    ['&section=services', ({ section }) => section === 'services'],
    ['&section=hero', ({ section }) => section === 'hero'],
    ['&section=services&q=loomworks', ({ number, section }) => number % 7 === 0 && section === 'services'],
    [`&assignee=${colleague._id}`, ({ isTheirs }) => isTheirs],
    [`&assignee=${colleague._id}&q=mills`, ({ isTheirs }) => isTheirs],
    ['&assignee=none', ({ isTheirs }) => !isTheirs],
    ['&assignee=none&q=mills', ({ isTheirs }) => !isTheirs],
    ['&assignee=none&section=hero', ({ isTheirs, section }) => !isTheirs && section === 'hero'],
    ['&status=read', () => false],
    ['&q=nowhere', () => false],
  ];
  for (const [query, fits] of cases) {
    const expected = names.filter((name) => name.isOpen && fits(name)).map(({ company }) => company);
    expect([query, await all(`overdue=1${query}`)]).toEqual([query, expected]);
  }
});

test.each([
  ['', 'enquiries_due (due_at<?)'],
  ['&assignee=someone', 'enquiries_due_assignee (assignee_id=? AND due_at<?)'],
  ['&assignee=none', 'enquiries_due_assignee (assignee_id=? AND due_at<?)'],
])('overdue enquiries are read in order from an index: %s', async (query, index) => {
  const { call, deps, receive } = createEnquiryFixture();
  await receive();
  const plan = await readQueryPlans(deps, () => call(`/api/enquiries?overdue=1${query}`));
  expect(plan).toContainEqual(expect.stringContaining(`USING INDEX ${index}`));
  expect(plan.join()).not.toContain('TEMP B-TREE FOR ORDER BY');
});
